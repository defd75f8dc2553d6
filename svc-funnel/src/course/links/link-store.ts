import type { Keys } from '@course/service-kit';
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
  TOKEN,
  tokenOf,
} from './links.ts';

/** The stored link that a token opens, ended or not; null for anything that is not one of ours. */
export async function findLink(db: Db, token: string, purposes: readonly LinkPurpose[]): Promise<CourseLink | null> {
  if (!TOKEN.test(token)) return null;
  return db.courseLink.findFirst({
    where: { tokenHash: Uint8Array.from(hashToken(token)), purpose: { in: [...purposes] } },
  });
}

type NextLink = Omit<LinkSubject, 'generation'>;

/**
 * Makes an order's next link of that purpose beside the live ones; returns its token. Two at the same time: the unique
 * index lets one through, the other rejects and can be tried again.
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

/** Ends an order's links of that purpose and makes the next one; returns its token. */
export async function renewLink(db: Db, keys: Keys, link: NextLink, now: Date): Promise<string> {
  const { orderId, purpose } = link;
  await db.courseLink.updateMany({ where: { orderId, purpose, endedAt: null }, data: { endedAt: now } });
  return addLink(db, keys, link, now);
}

/**
 * Makes sure that a newer link than the one that mails carry waits to be mailed and opened. Ends no link and is
 * idempotent, because anyone who knows the address can ask.
 */
export async function offerLink(db: Db, keys: Keys, link: NextLink, now: Date): Promise<void> {
  const { orderId, purpose } = link;
  if ((await db.courseLink.count({ where: { orderId, purpose, endedAt: null } })) < 2)
    await addLink(db, keys, link, now);
}

/** Ends what a link replaces, now that it has been opened: whoever holds only an earlier mail is out. */
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

/** Closes every link that opens something, because the address was corrected: the next mail carries new ones. */
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

/** Which links a mail carries beside `read` and `unsubscribe`. */
export interface CarriedLinks {
  readonly also?: readonly LinkPurpose[];
  /** The purpose that was asked for: the mail carries its newest link, which replaces the others once it is opened. */
  readonly asked?: LinkPurpose;
}

/**
 * The live links of an order, for a mail that is about to be sent: those that earlier mails carry, so that a stranger who
 * asks for a new link changes nothing. A link whose key has left LINK_KEYS cannot be made again, and one that ended has no
 * successor yet: then the next one is made here.
 */
export async function mailLinks(
  db: Db,
  env: LinkEnv,
  orderId: string,
  now: Date,
  { also = [], asked }: CarriedLinks = {},
): Promise<Links> {
  const live = await db.courseLink.findMany({ where: { orderId, endedAt: null }, orderBy: { generation: 'asc' } });
  const tokenFor = async (purpose: LinkPurpose): Promise<string> => {
    const link = live.filter((one) => one.purpose === purpose).at(purpose === asked ? -1 : 0);
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
