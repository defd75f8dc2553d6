import { randomUUID } from 'node:crypto';
import { ApiError, type AskFirstStep, type ConfirmedFirstStep } from '@course/contracts';
import { FIRST_STEP_MAILS, type FirstStepMails, POLICY } from '@course/funnel';
import { type FirstStep, Prisma } from '../../generated/prisma/client.ts';
import { isSameAddress } from '../../orders/buyer-email.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { requireDeliverable } from '../../platform/deliverable.ts';
import {
  lockAddress,
  lockFirstSteps,
  lockFirstStepsLike,
  lockFirstStepsTo,
  lockSession,
} from '../../platform/locks.ts';
import type { Db } from '../../platform/prisma.ts';
import { queueMail } from '../deliveries/queue-mail.ts';
import { loadFirstStep } from './state.ts';

export type EndReason = 'withdrawn' | 'replaced' | 'unsubscribed' | 'bounced';

/**
 * Returns the start of the quiet period. Within it an address is mailed for one request only, and a request can be
 * confirmed.
 */
const quietSince = (now: Date): Date => new Date(now.getTime() - POLICY.firstStepDays * DAY_MS);

const isFinal = ({ endReason }: FirstStep): boolean => endReason === 'unsubscribed' || endReason === 'bounced';

/** Reasons after which the same visitor may ask again. A later refusal by the address's owner replaces them. */
const REVOCABLE: EndReason[] = ['withdrawn', 'replaced'];

/**
 * Ends requests inside the caller's transaction and cancels their queued mails. A request that ended for good stays as
 * it is.
 */
async function end(db: Db, requests: readonly Pick<FirstStep, 'id'>[], reason: EndReason, now: Date): Promise<void> {
  const ids = requests.map(({ id }) => id);
  await db.firstStep.updateMany({
    where: { id: { in: ids }, OR: [{ endedAt: null }, { endReason: { in: REVOCABLE } }] },
    data: { endedAt: now, endReason: reason, updatedAt: now },
  });
  await db.delivery.updateMany({
    where: { firstStepId: { in: ids }, status: 'queued' },
    data: { status: 'cancelled', updatedAt: now },
  });
}

/**
 * True if the address's owner has confirmed a request. Without double opt-in, a request counts as confirmed at its
 * consent, which says nothing about the owner. A confirmation that was kept from an earlier consent is older, and counts.
 */
const isConfirmedByOwner = ({ confirmedAt, consentedAt }: Pick<FirstStep, 'confirmedAt' | 'consentedAt'>): boolean =>
  confirmedAt !== null && confirmedAt.getTime() !== consentedAt.getTime();

/** SQL: the opposite of `isConfirmedByOwner`. */
const NOT_CONFIRMED_BY_OWNER = Prisma.sql`(confirmed_at IS NULL OR confirmed_at = consented_at)`;

/**
 * True if the address must be left alone: another request mailed it within the quiet period, or its owner refused
 * another request without confirming it, or it bounced.
 */
const isQuiet = async (db: Db, { id, email }: FirstStep, now: Date): Promise<boolean> => {
  const [reason] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM funnel.first_steps AS request
    WHERE lower(email) = lower(${email}) AND id <> ${id}::uuid AND (
      end_reason = 'bounced'
      OR (end_reason = 'unsubscribed' AND ${NOT_CONFIRMED_BY_OWNER})
      OR EXISTS (SELECT 1 FROM funnel.deliveries WHERE first_step_id = request.id
        AND kind <> 'checkout_reminder' AND status <> 'cancelled' AND created_at > ${quietSince(now)}))
    LIMIT 1`;
  return reason !== undefined;
};

interface FirstStepRequest extends AskFirstStep {
  readonly sessionId: string;
  readonly now: Date;
  readonly config?: FirstStepMails;
}

/** Stores a consent as a new request, or with the session's earlier request for the same address. */
const storeConsent = async (
  db: Db,
  earlier: FirstStep | undefined,
  { sessionId, email, consentVersion, now, config = FIRST_STEP_MAILS }: FirstStepRequest & { consentVersion: string },
): Promise<FirstStep> => {
  const confirmedAt = earlier && isConfirmedByOwner(earlier) ? earlier.confirmedAt : null;
  const consent = {
    consentVersion,
    consentedAt: now,
    confirmedAt: config.doubleOptIn ? confirmedAt : now,
    endedAt: null,
    endReason: null,
    updatedAt: now,
  };
  return earlier
    ? db.firstStep.update({ where: { id: earlier.id }, data: consent })
    : db.firstStep.create({ data: { id: randomUUID(), sessionId, email, ...consent, createdAt: now } });
};

/** The caller must have locked the address. */
const mailUnlessQuiet = async (db: Db, request: FirstStep, now: Date): Promise<void> => {
  if (await isQuiet(db, request, now)) return;
  const kind = request.confirmedAt ? 'first_step' : 'first_step_confirm';
  await queueMail(db, { firstStepId: request.id, kind, now });
};

/**
 * Stores the state of the box on /email, inside the caller's transaction: either a consent, with the mail that follows
 * from it, or the end of an earlier one. A consent covers one address only; repeating it keeps the same request.
 * Rejects with `session_unknown` or `undeliverable_address`.
 */
export async function ask(db: Db, asked: FirstStepRequest): Promise<void> {
  const { sessionId, email, consentVersion, now } = asked;
  // Its requests change one after the other.
  if (!(await lockSession(db, sessionId))) throw new ApiError('session_unknown');
  const requests = await db.firstStep.findMany({ where: { sessionId } });
  const live = requests.filter(({ endedAt }) => endedAt === null);
  if (consentVersion === null) return end(db, live, 'withdrawn', now);
  requireDeliverable(email);
  const earlier = requests.find((request) => isSameAddress(request.email, email));
  // A mailbox that unsubscribed or bounced is not tried again for this session.
  if (earlier && (earlier.endedAt === null || isFinal(earlier))) return;
  await lockAddress(db, 'firstStepAddress', email);
  await end(db, live, 'replaced', now);
  await mailUnlessQuiet(db, await storeConsent(db, earlier, { ...asked, consentVersion }), now);
}

/**
 * Confirms a request inside the caller's transaction and queues lesson 1 with the plan. Idempotent. Returns null if the
 * request no longer exists.
 */
export async function confirm(db: Db, id: string, now: Date): Promise<ConfirmedFirstStep['status'] | null> {
  await lockFirstSteps(db, [id]);
  const request = await db.firstStep.findUnique({ where: { id } });
  if (!request) return null;
  const isTooOld = request.confirmedAt === null && request.consentedAt < quietSince(now);
  const state = await loadFirstStep(db, id);
  if (isTooOld || !state?.isOpen) return 'ended';
  if (request.confirmedAt !== null) return 'confirmed';
  await db.firstStep.update({ where: { id }, data: { confirmedAt: now, updatedAt: now } });
  await queueMail(db, { firstStepId: id, kind: 'first_step', now });
  return 'confirmed';
}

/**
 * Allows mail to an address whose requests bounced, inside the caller's transaction. They stay ended, as if their
 * visitors had withdrawn them, because some had; every visitor may ask again. Returns whether there were any.
 */
export async function liftBounced(db: Db, email: string, now: Date): Promise<boolean> {
  const ids = (await lockFirstStepsTo(db, email)).map(({ id }) => id);
  const bounced = await db.firstStep.findMany({
    where: { id: { in: ids }, endReason: 'bounced' },
    select: { id: true },
  });
  const where = { in: bounced.map(({ id }) => id) };
  await db.firstStep.updateMany({ where: { id: where }, data: { endReason: 'withdrawn', updatedAt: now } });
  // A cancelled mail is queued again when its visitor asks again.
  await db.delivery.updateMany({
    where: { firstStepId: where, status: 'failed' },
    data: { status: 'cancelled', updatedAt: now },
  });
  return bounced.length > 0;
}

/**
 * Ends every request for this request's address inside the caller's transaction, including those that their visitor has
 * ended: asking again must not revive them. A deleted request has nothing left to end.
 */
export async function endRequestsOfAddress(db: Db, id: string, reason: EndReason, now: Date): Promise<void> {
  await end(db, await lockFirstStepsLike(db, id), reason, now);
}
