import type { Keys } from '@course/contracts/env';
import { isSameAddress } from '../../orders/buyer-email.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { lockCoursesTo } from '../../platform/locks.ts';
import type { Db } from '../../platform/prisma.ts';
import { postpone } from '../deliveries/queue-mail.ts';
import type { LoadedDelivery } from '../mails/loaded-delivery.ts';
import { isForOwner } from '../mails/kinds.ts';
import { type AddressStop, stopAddress } from '../deliveries/stopped-addresses.ts';
import { stopCourse } from '../enrolment/stop-and-resume.ts';
import { loadDelivery, readerAddressOf } from '../sending/load-delivery.ts';
import type { MailEvent } from './mail-event.ts';

/** How long after a soft bounce a mail is sent again. Reports within that time are about the same attempt. */
const SOFT_PAUSE_MS = DAY_MS;
/** After this many soft bounces within two weeks, of at most one mail a day, the address counts as dead. */
const SOFT_LIMIT = 5;
const SOFT_WINDOW_MS = 14 * DAY_MS;

/**
 * `stopped`: the address gets no more mail. `retried`: the mail is sent again. `counted`: recorded, with no other
 * effect. `duplicate`: already known. `unknown_message`, `other_address`: not about one of our mails to its current
 * reader, so without effect.
 */
export type MailEventOutcome = 'stopped' | 'retried' | 'counted' | 'duplicate' | 'unknown_message' | 'other_address';

export interface ApplyContext {
  readonly now: Date;
  /** Keys of the hashes of stopped addresses. */
  readonly linkKeys: Keys;
}

/** The mail that an event is about. */
interface Reported {
  readonly delivery: LoadedDelivery;
  /** True for a copy that went out before the owner sent the mail again. */
  readonly isEarlierCopy: boolean;
}

const reportedBy = async (db: Db, { messageId }: MailEvent): Promise<Reported | null> => {
  if (messageId === null) return null;
  const latest = await db.delivery.findUnique({ where: { messageId }, select: { id: true } });
  const found = latest ?? (await earlierCopy(db, messageId));
  const delivery = found && (await loadDelivery(db, found.id));
  return delivery && { delivery, isEarlierCopy: latest === null };
};

const earlierCopy = async (db: Db, messageId: string): Promise<{ readonly id: string } | null> => {
  const [found] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM funnel.deliveries
    WHERE details -> 'earlierMessageIds' @> jsonb_build_array(${messageId}::text)
      OR details ->> 'earlierMessageId' = ${messageId} LIMIT 1`;
  return found ?? null;
};

/**
 * Stops mail to the address and every course that goes there, and marks a mail that did not arrive as failed. The
 * courses are locked first, because stopping them changes their mails. Then the address is compared again: its reader
 * may have corrected it in the meantime.
 */
const stopReader = async (
  db: Db,
  event: MailEvent,
  delivery: LoadedDelivery,
  { now, linkKeys }: ApplyContext,
): Promise<'stopped' | 'other_address'> => {
  const { address, status } = event;
  const reason: AddressStop = event.kind === 'complaint' ? 'complained' : 'bounced';
  const courses = await lockCoursesTo(db, address);
  const current = await loadDelivery(db, delivery.id);
  if (!current || !isReader(current, address)) return 'other_address';
  if (reason === 'bounced') await markBounced(db, delivery, event, now);
  await stopAddress(db, linkKeys, { address, reason, status, now });
  for (const { orderId } of courses) await stopCourse(db, orderId, reason, now);
  return 'stopped';
};

/** Marks a mail that did not arrive as failed: it is sent again if its course resumes with a corrected address. */
const markBounced = (db: Db, { id }: LoadedDelivery, { status }: MailEvent, now: Date) =>
  db.delivery.updateMany({
    where: { id, status: { in: ['sent', 'queued'] } },
    data: { status: 'failed', sentAt: null, lastError: `bounced ${status ?? ''}`.trim(), updatedAt: now },
  });

/** Numbers of soft bounces after which a mail was sent again. */
interface SoftCount {
  /** Of this reader's mails, within `SOFT_WINDOW_MS`. */
  readonly ofReader: number;
  /** Of this mail's latest attempt: within `SOFT_PAUSE_MS`. */
  readonly ofAttempt: number;
}

const countSoft = async (db: Db, { id, orderId }: LoadedDelivery, now: Date): Promise<SoftCount> => {
  const [counted] = await db.$queryRaw<SoftCount[]>`
    SELECT count(*)::int AS "ofReader",
      count(*) FILTER (WHERE event.delivery_id = ${id}::uuid AND event.received_at > ${new Date(now.getTime() - SOFT_PAUSE_MS)})::int AS "ofAttempt"
    FROM funnel.mail_events AS event JOIN funnel.deliveries AS delivery ON delivery.id = event.delivery_id
    WHERE event.kind = 'soft' AND event.outcome = 'retried' AND event.received_at > ${new Date(now.getTime() - SOFT_WINDOW_MS)}
      AND (delivery.id = ${id}::uuid OR delivery.order_id = ${orderId}::uuid)`;
  return counted ?? { ofReader: 0, ofAttempt: 0 };
};

const effectOf = async (
  db: Db,
  event: MailEvent,
  { delivery, isEarlierCopy }: Reported,
  context: ApplyContext,
): Promise<MailEventOutcome> => {
  const { now } = context;
  if (event.kind === 'complaint') return stopReader(db, event, delivery, context);
  // The later copy may arrive.
  if (event.kind === 'soft' && isEarlierCopy) return 'counted';
  const soft = event.kind === 'soft' ? await countSoft(db, delivery, now) : null;
  // Another report about the same attempt.
  if (soft && soft.ofAttempt > 0) return 'counted';
  if (soft === null || soft.ofReader + 1 >= SOFT_LIMIT) return stopReader(db, event, delivery, context);
  const dueAt = new Date(now.getTime() + SOFT_PAUSE_MS);
  const isQueued = await postpone(db, delivery, { dueAt, now, reason: `bounced ${event.status ?? 'for now'}` });
  return isQueued ? 'retried' : 'counted';
};

const isReader = (delivery: LoadedDelivery, address: string): boolean => {
  const reader = readerAddressOf(delivery);
  return reader !== null && isSameAddress(reader, address);
};

/**
 * Stores an event and applies it, inside the caller's transaction. A second report of it waits until the first has
 * committed, and changes nothing. Only the Message-ID of one of our mails together with its reader's current address
 * has an effect, so that nobody can stop another person's mails with a made-up bounce.
 */
export async function applyMailEvent(db: Db, event: MailEvent, context: ApplyContext): Promise<MailEventOutcome> {
  const { id, kind, status, at } = event;
  const row = { id, kind, status, outcome: 'counted', occurredAt: at, receivedAt: context.now };
  const { count } = await db.mailEvent.createMany({ data: [row], skipDuplicates: true });
  if (count === 0) return 'duplicate';
  const reported = await reportedBy(db, event);
  const outcome = await outcomeOf(db, event, reported, context);
  await db.mailEvent.update({ where: { id }, data: { outcome, deliveryId: reported?.delivery.id ?? null } });
  return outcome;
}

const outcomeOf = async (
  db: Db,
  event: MailEvent,
  reported: Reported | null,
  context: ApplyContext,
): Promise<MailEventOutcome> => {
  if (!reported) return 'unknown_message';
  const { delivery } = reported;
  if (isForOwner(delivery.kind) || !isReader(delivery, event.address)) return 'other_address';
  return effectOf(db, event, reported, context);
};
