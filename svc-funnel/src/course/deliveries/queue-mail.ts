import { randomUUID } from 'node:crypto';
import { PRODUCT } from '@course/funnel';
import type { Prisma } from '../../generated/prisma/client.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/prisma.ts';
import { enqueue } from '../../queue/enqueue.ts';
import type { TaskName } from '../../queue/tasks.ts';
import { domainOf } from '../mails/headers.ts';
import { KINDS } from '../mails/kinds.ts';
import type { MailKind } from '../mails/mail.ts';

/** Kinds of mail before a purchase, which belong to a request for the first step. */
export type FirstStepKind = Extract<MailKind, 'first_step_confirm' | 'first_step' | 'checkout_reminder'>;

/**
 * What a template needs beyond the order, such as `findings` of an `owner_alert`. Never an address, a name or a token.
 */
export type MailDetails = Prisma.InputJsonObject;

/** Returns the Message-ID that a delivery's row is created with, brackets included. */
export const messageIdOf = (deliveryId: string): string => `<${deliveryId}@${domainOf(PRODUCT.supportEmail)}>`;

/** Returns the same id in the sender's domain, as spam filters expect. The mail has it at every attempt. */
export const inDomainOf = (messageId: string, sender: string): string =>
  messageId.replace(/@[^@>]*>$/, `@${domainOf(sender)}>`);

/** Returns the task that sends mails of a kind. */
export const sendTaskOf = (kind: MailKind): Extract<TaskName, 'send' | 'send-lesson'> => KINDS[kind].task ?? 'send';

/** Returns the key of the only job that sends a delivery. */
export const sendKeyOf = (deliveryId: string): string => `send:${deliveryId}`;

/** Adds the job that sends a delivery to the caller's transaction. */
export const enqueueSend = (db: Db, { id, kind }: { readonly id: string; readonly kind: MailKind }): Promise<void> =>
  enqueue(db, sendTaskOf(kind), { deliveryId: id }, { key: sendKeyOf(id) });

export interface Postponement {
  readonly dueAt: Date;
  readonly now: Date;
  /** The reason, which is stored in `last_error`. */
  readonly reason: string;
}

/**
 * Reschedules a queued or bounced mail to `dueAt`, inside the caller's transaction. Returns whether it is queued: a
 * mail that was cancelled in the meantime is not.
 */
export async function postpone(
  db: Db,
  { id, kind }: { readonly id: string; readonly kind: MailKind },
  { dueAt, now, reason }: Postponement,
): Promise<boolean> {
  const { count } = await db.delivery.updateMany({
    where: { id, status: { in: ['queued', 'sent'] } },
    data: { status: 'queued', sentAt: null, dueAt, lastError: reason, updatedAt: now },
  });
  if (count === 0) return false;
  // The queue runs on real time, even while the sandbox's clock is ahead.
  const runAt = new Date(systemClock().getTime() + dueAt.getTime() - now.getTime());
  await enqueue(db, sendTaskOf(kind), { deliveryId: id }, { key: sendKeyOf(id), runAt });
  return true;
}

/** What a mail belongs to. The order is null for mails to the owner that concern no particular order. */
type MailParent =
  | { readonly orderId: string | null; readonly kind: Exclude<MailKind, 'lesson' | 'payment_failed' | FirstStepKind> }
  | { readonly checkoutId: string; readonly kind: 'payment_failed' }
  | { readonly firstStepId: string; readonly kind: FirstStepKind };

export type QueuedMail = MailParent & { readonly details?: MailDetails; readonly now: Date };

/**
 * Writes a mail's row and its job inside the caller's transaction. The following mails are unique, and a repeated call
 * queues nothing:
 * - `second_order`, one per order (`deliveries_one_second_order`);
 * - the mail of a checkout (`deliveries_one_checkout`);
 * - each kind of mail for a first-step request (`deliveries_one_first_step`), except that a repeated call queues a
 *   cancelled one again.
 */
export async function queueMail(db: Db, { now, ...mail }: QueuedMail): Promise<void> {
  const id = randomUUID();
  const row = { id, messageId: messageIdOf(id), status: 'queued', dueAt: now, createdAt: now, updatedAt: now, ...mail };
  const { count } = await db.delivery.createMany({ data: [row], skipDuplicates: true });
  if (count === 1) return enqueueSend(db, row);
  if (!('firstStepId' in mail)) return;
  const { firstStepId, kind } = mail;
  const cancelled = await db.delivery.findFirst({ where: { firstStepId, kind, status: 'cancelled' } });
  if (!cancelled) return;
  await db.delivery.update({ where: { id: cancelled.id }, data: { status: 'queued', dueAt: now, updatedAt: now } });
  await enqueueSend(db, { id: cancelled.id, kind });
}
