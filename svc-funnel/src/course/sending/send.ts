import { setTimeout as pause } from 'node:timers/promises';
import type { Keys } from '@course/contracts/env';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { lockFirstStepsLike } from '../../platform/locks.ts';
import type { Db } from '../../platform/prisma.ts';
import type { WarmUp } from '../../platform/mail-settings.ts';
import type { Task } from '../../queue/tasks.ts';
import { type AddressStop, findStop, stoppedError } from '../deliveries/stopped-addresses.ts';
import { postpone } from '../deliveries/queue-mail.ts';
import type { FailedPayment, LoadedDelivery } from '../mails/loaded-delivery.ts';
import { isForOwner, isStillWanted, KINDS } from '../mails/kinds.ts';
import { stopCourse } from '../enrolment/stop-and-resume.ts';
import { endRequestsOfAddress } from '../first-step/requests.ts';
import { ComposeError, MailError } from '../mails/mail-error.ts';
import type { OutgoingMail } from '../mails/mailer.ts';
import { loadDelivery, lockCourseAsLoaded } from './load-delivery.ts';
import { UNCOUNTED_SLOT, HELD_FOR_WARM_UP, heldUntil, type Slot, takeSlot } from './warm-up.ts';

/** `again`: a later attempt may succeed. `held`: the day's limit is reached. */
export type SendOutcome = 'sent' | 'cancelled' | 'failed' | 'again' | 'held';

export interface SendDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  /** Composes the mail; rejects if that is not possible now. */
  readonly compose: (delivery: LoadedDelivery) => Promise<OutgoingMail>;
  readonly mailer: { send(mail: OutgoingMail): Promise<void> };
  /** Keys of the hashes of stopped addresses. */
  readonly linkKeys: Keys;
  /** Undefined if any number of mails may be sent. */
  readonly warmUp: WarmUp | undefined;
  readonly onOutcome: (kind: string, outcome: SendOutcome) => void;
}

const ERROR_LENGTH = 200;

const errorCodeOf = (error: unknown): string => {
  const hasCode = error instanceof MailError || error instanceof ComposeError;
  return (hasCode ? error.code : error instanceof Error ? error.name : 'unknown').slice(0, ERROR_LENGTH);
};

const isPermanentRefusal = (error: unknown): boolean => error instanceof MailError && error.kind === 'permanent';

const RECORD_PAUSE_MS = 500;
const RECORD_ATTEMPTS = 240;

/**
 * Marks a delivery as sent, whatever its status is by now: a mail that was accepted while its course was being stopped
 * has been sent. Retries for two minutes if the database is unreachable, because the mail must not go out again.
 */
const markSent = async ({ prisma, clock }: SendDeps, { id }: LoadedDelivery): Promise<void> => {
  const sentAt = clock();
  for (let left = RECORD_ATTEMPTS; ; left -= 1) {
    try {
      await prisma.$executeRaw`
        UPDATE funnel.deliveries SET status = 'sent', sent_at = ${sentAt}, attempts = attempts + 1, last_error = NULL, updated_at = ${sentAt}
        WHERE id = ${id}::uuid AND status <> 'sent'`;
      return;
    } catch (error) {
      if (left === 0) throw error;
      await pause(RECORD_PAUSE_MS);
    }
  }
};

const cancel = async ({ prisma, clock }: SendDeps, { id }: LoadedDelivery): Promise<SendOutcome> => {
  await prisma.$executeRaw`UPDATE funnel.deliveries SET status = 'cancelled', updated_at = ${clock()} WHERE id = ${id}::uuid AND status = 'queued'`;
  return 'cancelled';
};

/**
 * Locks the course, or the address's requests, before the mail: stopping either one also cancels its other mails.
 * Rejects with ComposeError if the address was corrected in the meantime.
 */
const lockSubject = async (db: Db, delivery: LoadedDelivery): Promise<void> => {
  const { orderId, firstStep } = delivery;
  if (orderId !== null) await lockCourseAsLoaded(db, orderId, delivery);
  if (firstStep !== null) await lockFirstStepsLike(db, firstStep.id);
};

/** Marks a delivery as failed. An address that permanently refuses a lesson or the first step gets no more of them. */
const markRefused = async ({ prisma, clock }: SendDeps, delivery: LoadedDelivery, error: unknown): Promise<void> => {
  const { id, kind, orderId, firstStep } = delivery;
  const now = clock();
  await prisma.$transaction(async (db) => {
    await lockSubject(db, delivery);
    await db.delivery.updateMany({
      where: { id, status: 'queued' },
      data: { status: 'failed', lastError: errorCodeOf(error), attempts: { increment: 1 }, updatedAt: now },
    });
    if (kind === 'lesson' && orderId !== null) await stopCourse(db, orderId, 'bounced', now);
    if (firstStep !== null) await endRequestsOfAddress(db, firstStep.id, 'bounced', now);
  });
};

/** Gives up a delivery to a stopped address, and ends its course or its request for the first step. */
const markStopped = async ({ prisma, clock }: SendDeps, delivery: LoadedDelivery, stop: AddressStop) => {
  const { id, orderId, firstStep } = delivery;
  const now = clock();
  await prisma.$transaction(async (db) => {
    await lockSubject(db, delivery);
    await db.delivery.updateMany({
      where: { id, status: 'queued' },
      data: { status: 'failed', lastError: stoppedError(stop), updatedAt: now },
    });
    if (orderId !== null) await stopCourse(db, orderId, stop, now);
    if (firstStep !== null)
      await endRequestsOfAddress(db, firstStep.id, stop === 'bounced' ? 'bounced' : 'unsubscribed', now);
  });
};

const holdForTomorrow = ({ prisma, clock }: SendDeps, delivery: LoadedDelivery): Promise<boolean> => {
  const now = clock();
  return prisma.$transaction((db) =>
    postpone(db, delivery, { dueAt: heldUntil(delivery, now), now, reason: HELD_FOR_WARM_UP }),
  );
};

const markTried = ({ prisma, clock }: SendDeps, { id }: LoadedDelivery, error: unknown, isLast: boolean) =>
  prisma.delivery.updateMany({
    where: { id, status: 'queued' },
    data: {
      ...(isLast && { status: 'failed' }),
      lastError: errorCodeOf(error),
      attempts: { increment: 1 },
      updatedAt: clock(),
    },
  });

/** Stores the Message-ID that the mail is about to be sent with. */
const storeMessageId = async (
  { prisma }: SendDeps,
  { id, messageId: stored }: LoadedDelivery,
  messageId: string,
): Promise<void> => {
  if (messageId !== stored) await prisma.delivery.updateMany({ where: { id }, data: { messageId } });
};

/**
 * Decides whether a mail to a reader may go now. Returns its slot in the day's limit, or the outcome that was recorded
 * instead.
 */
const admit = async (
  deps: SendDeps,
  delivery: LoadedDelivery,
  to: string,
): Promise<{ readonly outcome: SendOutcome } | { readonly slot: Slot }> => {
  const { isMandatory, skipsWarmUp } = KINDS[delivery.kind];
  const stop = (await findStop(deps.prisma, deps.linkKeys, to))?.reason;
  if (stop === 'bounced' || (stop === 'complained' && !isMandatory)) {
    await markStopped(deps, delivery, stop);
    return { outcome: 'failed' };
  }
  const slot = skipsWarmUp
    ? UNCOUNTED_SLOT
    : await takeSlot(deps.prisma, deps.warmUp, { kind: delivery.kind, now: deps.clock() });
  if (slot) return { slot };
  await holdForTomorrow(deps, delivery);
  return { outcome: 'held' };
};

/** Composes and sends a mail. `sent` is not recorded yet. Rejects if a later attempt may succeed. */
const attempt = async (deps: SendDeps, delivery: LoadedDelivery): Promise<SendOutcome> => {
  const mail = await deps.compose(delivery);
  const admission = isForOwner(delivery.kind) ? { slot: UNCOUNTED_SLOT } : await admit(deps, delivery, mail.to);
  if ('outcome' in admission) return admission.outcome;
  try {
    await storeMessageId(deps, delivery, mail.messageId);
    await deps.mailer.send(mail);
  } catch (error) {
    await admission.slot.release(deps.prisma);
    if (!isPermanentRefusal(error)) throw error;
    await markRefused(deps, delivery, error);
    return 'failed';
  }
  return 'sent';
};

const deliver = async (deps: SendDeps, delivery: LoadedDelivery, isLast: boolean): Promise<SendOutcome> => {
  let outcome: SendOutcome;
  try {
    outcome = await attempt(deps, delivery);
  } catch (error) {
    await markTried(deps, delivery, error, isLast);
    if (isLast) return 'failed';
    deps.onOutcome(delivery.kind, 'again');
    throw error;
  }
  if (outcome === 'sent') await markSent(deps, delivery);
  return outcome;
};

/** Erases the sender's name and answers from the checkout: the course does not begin, and the mail is settled. */
const forgetSender = async ({ prisma }: SendDeps, { checkoutId }: FailedPayment): Promise<void> => {
  await prisma.checkout.updateMany({ where: { id: checkoutId }, data: { name: null, planAnswers: Prisma.DbNull } });
};

/**
 * Sends one delivery: once, unless this process dies between the server's acceptance and our record of it. Then the
 * same mail goes out again, under the same Message-ID. Rejects if the queue should try again.
 */
export const sendTask =
  (deps: SendDeps): Task<'send' | 'send-lesson'> =>
  async ({ deliveryId }, { isLast }) => {
    const delivery = await loadDelivery(deps.prisma, deliveryId);
    if (!delivery) return;
    const forget = async (): Promise<void> => {
      if (delivery.failedPayment) await forgetSender(deps, delivery.failedPayment);
    };
    // An earlier attempt may have died after sending the mail and before this.
    if (delivery.status !== 'queued') return forget();
    const outcome = isStillWanted(delivery.kind, delivery)
      ? await deliver(deps, delivery, isLast)
      : await cancel(deps, delivery);
    if (outcome !== 'held') await forget();
    deps.onOutcome(delivery.kind, outcome);
  };
