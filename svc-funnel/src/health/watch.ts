import { queueMail } from '../course/deliveries/queue-mail.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Db } from '../platform/prisma.ts';
import { findAll, type LessonSource } from './find.ts';
import { toMail, type Finding } from './findings.ts';

export interface WatchDeps {
  readonly prisma: PrismaClient;
  readonly lessons: LessonSource;
  readonly now: Date;
}

/** A refund request was mailed when it was made; it is worth another word before the days are over in which we promise to answer. */
const REFUND_PATIENCE_MS = 2 * DAY_MS;

const isWorthAMail = ({ kind, since }: Finding, now: Date): boolean =>
  kind !== 'refund_requests' || (since !== null && now.getTime() - since.getTime() > REFUND_PATIENCE_MS);

/**
 * How many kinds the owner has not been told of since they were last clear, or not of so many for a day. Two processes that
 * look at once tell once.
 */
const newKinds = async (db: Db, findings: readonly Finding[], now: Date): Promise<number> => {
  const counts = JSON.stringify(findings.map(({ kind, count }) => ({ kind, count })));
  await db.ownerFinding.deleteMany({ where: { kind: { notIn: findings.map(({ kind }) => kind) } } });
  const told = await db.$executeRaw`
    INSERT INTO funnel.owner_findings AS told (kind, count, alerted_at)
    SELECT kind, count, ${now} FROM jsonb_to_recordset(${counts}::jsonb) AS found (kind text, count int) ORDER BY kind
    ON CONFLICT (kind) DO UPDATE SET count = excluded.count, alerted_at = excluded.alerted_at
    WHERE told.count < excluded.count AND told.alerted_at <= ${new Date(now.getTime() - DAY_MS)}`;
  // One that was put right makes room for the next.
  await db.$executeRaw`
    UPDATE funnel.owner_findings AS told SET count = found.count
    FROM jsonb_to_recordset(${counts}::jsonb) AS found (kind text, count int)
    WHERE told.kind = found.kind AND (told.count IS NULL OR told.count > found.count)`;
  return told;
};

/**
 * Mails the owner when something needs a hand of which nothing was said yet: one mail with all there is, and none again
 * about the same kind until it was clear in between, or there is more of it a day later. Returns whether a mail was queued.
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
