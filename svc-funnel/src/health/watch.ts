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

/**
 * The owner gets a mail about each refund request. After this time the alert repeats it, before the promised reply is
 * due.
 */
const REFUND_PATIENCE_MS = 2 * DAY_MS;

const isWorthAMail = ({ kind, since }: Finding, now: Date): boolean =>
  kind !== 'refund_requests' || (since !== null && now.getTime() - since.getTime() > REFUND_PATIENCE_MS);

/**
 * Returns how many kinds of findings are news to the owner: not reported since there were last none, or more than were
 * reported a day ago. If two processes check at the same time, only one of them gets them.
 */
const newKinds = async (db: Db, findings: readonly Finding[], now: Date): Promise<number> => {
  const counts = JSON.stringify(findings.map(({ kind, count }) => ({ kind, count })));
  await db.ownerFinding.deleteMany({ where: { kind: { notIn: findings.map(({ kind }) => kind) } } });
  const reported = await db.$executeRaw`
    INSERT INTO funnel.owner_findings AS earlier (kind, count, alerted_at)
    SELECT kind, count, ${now} FROM jsonb_to_recordset(${counts}::jsonb) AS found (kind text, count int) ORDER BY kind
    ON CONFLICT (kind) DO UPDATE SET count = excluded.count, alerted_at = excluded.alerted_at
    WHERE earlier.count < excluded.count AND earlier.alerted_at <= ${new Date(now.getTime() - DAY_MS)}`;
  // A resolved finding lowers the count, so that the next one is news again.
  await db.$executeRaw`
    UPDATE funnel.owner_findings AS earlier SET count = found.count
    FROM jsonb_to_recordset(${counts}::jsonb) AS found (kind text, count int)
    WHERE earlier.kind = found.kind AND (earlier.count IS NULL OR earlier.count > found.count)`;
  return reported;
};

/**
 * Mails the owner when something new needs attention: one mail with all findings, and no other about the same kind
 * unless there were none in between, or there are more a day later. Returns true if a mail was queued.
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
