import { LINK_TOKEN } from '@course/contracts';
import type { Keys } from '@course/contracts/env';
import type { CourseLink } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import {
  courseToken,
  hashToken,
  type LinkEnv,
  LINK_PURPOSES,
  type LinkPurpose,
  type Links,
  linksFor,
  type LinkSubject,
  PURPOSES,
  tokenOf,
} from './links.ts';

/** Returns the stored link of a token, ended or not; null if there is none with these purposes. */
export async function findLink(db: Db, token: string, purposes: readonly LinkPurpose[]): Promise<CourseLink | null> {
  if (!LINK_TOKEN.test(token)) return null;
  return db.courseLink.findFirst({
    where: { tokenHash: Uint8Array.from(hashToken(token)), purpose: { in: [...purposes] } },
  });
}

type NextLink = Omit<LinkSubject, 'generation'>;

/**
 * Creates an order's next link of a purpose in addition to the live ones, and returns its token. Of two concurrent
 * calls, the unique index rejects one, which can be tried again.
 */
async function addLink(db: Db, keys: Keys, { orderId, purpose }: NextLink, now: Date): Promise<string> {
  const last = await db.courseLink.aggregate({ where: { orderId, purpose }, _max: { generation: true } });
  const generation = (last._max.generation ?? 0) + 1;
  const token = courseToken(keys, { orderId, purpose, generation });
  await db.courseLink.create({
    data: { tokenHash: Uint8Array.from(hashToken(token)), orderId, purpose, generation, createdAt: now },
  });
  return token;
}

/** Ends an order's links of a purpose as a correction of the address does, creates the next one and returns its token. */
export async function renewLink(db: Db, keys: Keys, link: NextLink, now: Date): Promise<string> {
  const { orderId, purpose } = link;
  const live = { orderId, purpose, endedAt: null };
  if (PURPOSES[purpose].onCorrection === 'delete') await db.courseLink.deleteMany({ where: live });
  else await db.courseLink.updateMany({ where: live, data: { endedAt: now } });
  return addLink(db, keys, link, now);
}

/**
 * Ensures that an order has a newer link than the one in earlier mails. Ends no link and is idempotent, because anyone
 * who knows the address can request one.
 */
export async function offerLink(db: Db, keys: Keys, link: NextLink, now: Date): Promise<void> {
  const { orderId, purpose } = link;
  if ((await db.courseLink.count({ where: { orderId, purpose, endedAt: null } })) < 2)
    await addLink(db, keys, link, now);
}

/** Ends the links that a link replaces once it is opened, so that earlier mails no longer give access. */
export async function endReplaced(
  db: Db,
  { orderId, purpose, generation, createdAt }: CourseLink,
  now: Date,
): Promise<void> {
  const { ends } = PURPOSES[purpose as LinkPurpose];
  const earlier = {
    OR: [
      { purpose, generation: { lt: generation } },
      { purpose: { not: purpose, in: [...ends] }, createdAt: { lt: createdAt } },
    ],
  };
  await db.courseLink.updateMany({
    where: { orderId, endedAt: null, purpose: { in: [...ends] }, AND: earlier },
    data: { endedAt: now },
  });
}

/** Closes the links that were sent to an address that has been corrected. The next mail carries new ones. */
export async function closeLinksOfOldAddress(db: Db, orderId: string, now: Date): Promise<void> {
  const purposesTo = (wanted: 'end' | 'delete') => ({
    in: LINK_PURPOSES.filter((purpose) => PURPOSES[purpose].onCorrection === wanted),
  });
  await db.courseLink.updateMany({
    where: { orderId, purpose: purposesTo('end'), endedAt: null },
    data: { endedAt: now },
  });
  await db.courseLink.deleteMany({ where: { orderId, purpose: purposesTo('delete') } });
}

/** The links that a mail carries in addition to `read` and `unsubscribe`. */
export interface CarriedLinks {
  readonly also?: readonly LinkPurpose[];
  /** The purpose that was requested: the mail carries its newest link, which replaces the others once it is opened. */
  readonly requested?: LinkPurpose;
}

/**
 * Returns an order's live links for a mail that is about to be sent: the same as in earlier mails, so that a stranger
 * who requests a new link changes nothing. The next link is created if none is live, or if the key of the live one is
 * no longer in LINK_KEYS, so that its token cannot be derived.
 */
export async function mailLinks(
  db: Db,
  env: LinkEnv,
  orderId: string,
  now: Date,
  { also = [], requested }: CarriedLinks = {},
): Promise<Links> {
  const live = await db.courseLink.findMany({ where: { orderId, endedAt: null }, orderBy: { generation: 'asc' } });
  const tokenFor = async (purpose: LinkPurpose): Promise<string> => {
    const link = live.filter((candidate) => candidate.purpose === purpose).at(purpose === requested ? -1 : 0);
    const token =
      link &&
      tokenOf(env.course.linkKeys, { orderId, purpose, generation: link.generation, tokenHash: link.tokenHash });
    return token ?? (await renewLink(db, env.course.linkKeys, { orderId, purpose }, now));
  };
  const tokens = { read: await tokenFor('read'), unsubscribe: await tokenFor('unsubscribe') };
  const others: Partial<Record<LinkPurpose, string>> = {};
  for (const purpose of also) others[purpose] = await tokenFor(purpose);
  return linksFor(env, { ...others, ...tokens });
}
