import type { CourseLink } from '../generated/prisma/client.ts';
import type { Db } from '../platform/prisma.ts';
import { LINK_PURPOSES, PURPOSES, type LinkPurpose } from './purposes.ts';
import { courseToken, hashToken, type LinkSubject } from './tokens.ts';

type NextLink = Omit<LinkSubject, 'generation'>;

/**
 * Makes an order's next link of that purpose beside the live ones; returns its token. Two at the same time: the unique
 * index lets one through, the other rejects and can be tried again.
 */
async function addLink(db: Db, keys: readonly string[], { orderId, purpose }: NextLink, now: Date): Promise<string> {
  const last = await db.courseLink.aggregate({ where: { orderId, purpose }, _max: { generation: true } });
  const generation = (last._max.generation ?? 0) + 1;
  const token = courseToken(keys, { orderId, purpose, generation });
  await db.courseLink.create({
    data: { tokenHash: Uint8Array.from(hashToken(token)), orderId, purpose, generation, createdAt: now },
  });
  return token;
}

/** Ends an order's links of that purpose and makes the next one; returns its token. */
export async function renewLink(db: Db, keys: readonly string[], link: NextLink, now: Date): Promise<string> {
  const { orderId, purpose } = link;
  await db.courseLink.updateMany({ where: { orderId, purpose, endedAt: null }, data: { endedAt: now } });
  return addLink(db, keys, link, now);
}

/**
 * Makes sure that a newer link than the one that mails carry waits to be mailed and opened. Nothing ends by this, and
 * asking again adds nothing: whoever knows an address can ask.
 */
export async function offerLink(db: Db, keys: readonly string[], link: NextLink, now: Date): Promise<void> {
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
