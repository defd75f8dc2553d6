import { setTimeout as pause } from 'node:timers/promises';
import type { Keys } from '@course/service-kit';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { WarmUp } from '../../platform/mail-settings.ts';
import type { Task } from '../../queue/tasks.ts';
import { type AddressStop, findStop, stoppedError } from '../deliveries/stopped-addresses.ts';
import { postpone } from '../deliveries/queue-mail.ts';
import { isForOwner, isStillWanted, KINDS } from '../mails/kinds.ts';
import { stopCourse } from '../enrolment/stop-and-resume.ts';
import { leave } from '../first-step/requests.ts';
import { MailError } from '../mails/mail-error.ts';
import type { OutgoingMail } from '../mails/mailer.ts';
import { loadDelivery, type LoadedDelivery } from './delivery.ts';
import { forgetSender } from './failed-payment.ts';
import { FREE_PLACE, HELD_FOR_WARM_UP, heldUntil, type Place, takePlace } from './warm-up.ts';

/** `again`: a later try may succeed. `held`: the day's amount is used up. */
export type SendOutcome = 'sent' | 'cancelled' | 'failed' | 'again' | 'held';

export interface SendDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  /** What the mail says and to whom; rejects when that cannot be made up now. */
  readonly compose: (delivery: LoadedDelivery) => Promise<OutgoingMail>;
  readonly mailer: { send(mail: OutgoingMail): Promise<void> };
  /** Of the hashes of stopped addresses. */
  readonly linkKeys: Keys;
  /** Undefined: any number of mails may go. */
  readonly warmUp: WarmUp | undefined;
  readonly onOutcome: (kind: string, outcome: SendOutcome) => void;
}

const ERROR_LENGTH = 200;

const shortly = (error: unknown): string =>
  (error instanceof MailError ? error.code : error instanceof Error ? error.name : 'unknown').slice(0, ERROR_LENGTH);

const isRefusedForGood = (error: unknown): boolean => error instanceof MailError && error.kind === 'permanent';

const RECORD_PAUSE_MS = 500;
const RECORD_TRIES = 240;

/**
 * What became of it, however it stood: a mail that was accepted while its course was being stopped has been sent. The
 * database may be away just now: for two minutes this goes on trying, because the mail must not go again.
 */
const markSent = async ({ prisma, clock }: SendDeps, { id }: LoadedDelivery): Promise<void> => {
  const sentAt = clock();
  for (let left = RECORD_TRIES; ; left -= 1) {
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

/** An address that refuses a lesson, or the first step, for good gets no further ones. */
const markRefused = async (
  { prisma, clock }: SendDeps,
  { id, kind, orderId, firstStep }: LoadedDelivery,
  error: unknown,
): Promise<void> => {
  const now = clock();
  await prisma.$transaction(async (db) => {
    await db.delivery.updateMany({
      where: { id, status: 'queued' },
      data: { status: 'failed', lastError: shortly(error), attempts: { increment: 1 }, updatedAt: now },
    });
    if (kind === 'lesson' && orderId !== null) await stopCourse(db, orderId, 'bounced', now);
    if (firstStep !== null) await leave(db, firstStep.id, 'bounced', now);
  });
};

/** What is meant for a stopped address is given up, and its course or its request for the first step ends. */
const markStopped = async (
  { prisma, clock }: SendDeps,
  { id, orderId, firstStep }: LoadedDelivery,
  stop: AddressStop,
) => {
  const now = clock();
  await prisma.$transaction(async (db) => {
    await db.delivery.updateMany({
      where: { id, status: 'queued' },
      data: { status: 'failed', lastError: stoppedError(stop), updatedAt: now },
    });
    if (orderId !== null) await stopCourse(db, orderId, stop, now);
    if (firstStep !== null) await leave(db, firstStep.id, stop === 'bounced' ? 'bounced' : 'unsubscribed', now);
  });
};

const holdForTomorrow = ({ prisma, clock }: SendDeps, delivery: LoadedDelivery): Promise<boolean> => {
  const now = clock();
  return prisma.$transaction((db) =>
    postpone(db, delivery, { dueAt: heldUntil(delivery, now), now, why: HELD_FOR_WARM_UP }),
  );
};

const markTried = ({ prisma, clock }: SendDeps, { id }: LoadedDelivery, error: unknown, isLast: boolean) =>
  prisma.delivery.updateMany({
    where: { id, status: 'queued' },
    data: {
      ...(isLast && { status: 'failed' }),
      lastError: shortly(error),
      attempts: { increment: 1 },
      updatedAt: clock(),
    },
  });

/** The row says under which Message-ID the mail goes before it goes. */
const noteMessageId = async (
  { prisma }: SendDeps,
  { id, messageId: noted }: LoadedDelivery,
  messageId: string,
): Promise<void> => {
  if (messageId !== noted) await prisma.delivery.updateMany({ where: { id }, data: { messageId } });
};

/** Lets a mail to a reader go, with its place in the day's amount, or notes why it may not go now. */
const admit = async (
  deps: SendDeps,
  delivery: LoadedDelivery,
  to: string,
): Promise<{ readonly outcome: SendOutcome } | { readonly place: Place }> => {
  const { isOwed, isAtOnce } = KINDS[delivery.kind];
  const stop = (await findStop(deps.prisma, deps.linkKeys, to))?.reason;
  if (stop === 'bounced' || (stop === 'complained' && !isOwed)) {
    await markStopped(deps, delivery, stop);
    return { outcome: 'failed' };
  }
  const place = isAtOnce
    ? FREE_PLACE
    : await takePlace(deps.prisma, deps.warmUp, { kind: delivery.kind, now: deps.clock() });
  if (place) return { place };
  await holdForTomorrow(deps, delivery);
  return { outcome: 'held' };
};

const deliver = async (deps: SendDeps, delivery: LoadedDelivery, isLast: boolean): Promise<SendOutcome> => {
  const { compose, mailer } = deps;
  let place = FREE_PLACE;
  try {
    const mail = await compose(delivery);
    if (!isForOwner(delivery.kind)) {
      const admission = await admit(deps, delivery, mail.to);
      if ('outcome' in admission) return admission.outcome;
      place = admission.place;
    }
    await noteMessageId(deps, delivery, mail.messageId);
    await mailer.send(mail);
  } catch (error) {
    await place.giveBack(deps.prisma);
    if (isRefusedForGood(error)) {
      await markRefused(deps, delivery, error);
      return 'failed';
    }
    await markTried(deps, delivery, error, isLast);
    if (isLast) return 'failed';
    deps.onOutcome(delivery.kind, 'again');
    throw error;
  }
  await markSent(deps, delivery);
  return 'sent';
};

/**
 * Sends one delivery: once, unless this process dies between the server's acceptance and our record of it; then the same
 * mail goes again under the same Message-ID. Rejects when the queue should try again.
 */
export const sendTask =
  (deps: SendDeps): Task<'send' | 'send-lesson'> =>
  async ({ deliveryId }, { isLast }) => {
    const delivery = await loadDelivery(deps.prisma, deliveryId);
    if (!delivery) return;
    const forget = async (): Promise<void> => {
      if (delivery.failedPayment) await forgetSender(deps.prisma, delivery.failedPayment);
    };
    // A process that died once the mail had gone has left that to the next.
    if (delivery.status !== 'queued') return forget();
    const outcome = isStillWanted(delivery.kind, delivery)
      ? await deliver(deps, delivery, isLast)
      : await cancel(deps, delivery);
    if (outcome !== 'held') await forget();
    deps.onOutcome(delivery.kind, outcome);
  };
