import { queueMail } from '../course/deliveries/queue-mail.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Db } from '../platform/prisma.ts';
import { findAll, type LessonSource } from './find.ts';
import { toMail, type Finding } from './findings.ts';

export interface WatchDeps {
  readonly prisma: PrismaClient;
  readonly lessons: LessonSource;
  readonly now: Date;
}

/** A refund request was mailed when it was made; it is worth another word before the days are over in which we promise to answer. */
const REFUND_PATIENCE_MS = 2 * 86_400_000;

const isWorthAMail = ({ kind, since }: Finding, now: Date): boolean =>
  kind !== 'refund_requests' || (since !== null && now.getTime() - since.getTime() > REFUND_PATIENCE_MS);

/** Kinds that the owner has not been told of since they were last clear. Two processes that look at once tell once. */
const newKinds = async (db: Db, findings: readonly Finding[], now: Date): Promise<number> => {
  const kinds = findings.map(({ kind }) => kind as string);
  await db.ownerFinding.deleteMany({ where: { kind: { notIn: kinds } } });
  const { count } = await db.ownerFinding.createMany({
    data: kinds.map((kind) => ({ kind, alertedAt: now })),
    skipDuplicates: true,
  });
  return count;
};

/**
 * Mails the owner when something needs a hand of which nothing was said yet: one mail with all there is, and none again
 * about the same kind until it was clear in between. Returns whether a mail was queued.
 */
export const watch = ({ prisma, lessons, now }: WatchDeps): Promise<boolean> =>
  prisma.$transaction(async (db) => {
    const findings = (await findAll(db, lessons, now)).filter((finding) => isWorthAMail(finding, now));
    if ((await newKinds(db, findings, now)) === 0) return false;
    await queueMail(db, {
      orderId: null,
      kind: 'owner_alert',
      details: { findings: findings.map((finding) => ({ ...toMail(finding) })) },
      now,
    });
    return true;
  });
