import { findPlan } from '@course/funnel';
import { type Checkout, Prisma } from '../generated/prisma/client.ts';
import type { CheckoutUpdate, CheckoutUpdateKind } from '../payments/checkout-update.ts';
import type { Db } from '../platform/prisma.ts';
import { buyerOf } from './buyer.ts';
import { type CheckoutStatus, nextReconcileTime } from './checkout-status.ts';
import { funnelEmailOf, type GrantContext, grantOrder } from './grant-order.ts';
import type { Outcome } from './payment-updates.service.ts';

/** From which states an update moves a checkout on. Updates come late, twice and out of order; money that came always counts. */
const MOVES: Readonly<Record<CheckoutUpdateKind, readonly CheckoutStatus[]>> = {
  open: [],
  processing: ['creating', 'open'],
  failed: ['creating', 'open', 'processing'],
  expired: ['creating', 'open'],
  paid: ['creating', 'open', 'processing', 'failed', 'expired'],
};

/** Locks the checkout's row until the transaction ends, so that updates about it are applied one after the other. */
const lockCheckout = async (db: Db, { checkoutId, providerSessionId }: CheckoutUpdate): Promise<Checkout | null> => {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM funnel.checkouts
    WHERE id = ${checkoutId}::uuid OR provider_session_id = ${providerSessionId}
    ORDER BY (id = ${checkoutId}::uuid) DESC NULLS LAST LIMIT 1 FOR UPDATE`;
  return row ? db.checkout.findUnique({ where: { id: row.id } }) : null;
};

/** Why what is reported cannot be believed, or, for a payment, not be delivered. Such an event is replayed once that is put right. */
const refusalOf = (update: CheckoutUpdate, checkout: Checkout): string | undefined => {
  if (update.livemode !== checkout.livemode) return 'livemode differs';
  if (update.amountCents !== checkout.amountCents) return 'amount differs';
  if (update.currency !== checkout.currency) return 'currency differs';
  // Taken out of the catalogue while this checkout was open.
  if (update.kind === 'paid' && findPlan(checkout.plan) === undefined) return 'unknown plan';
  return undefined;
};

// A second session of the same checkout exists only if a lost answer was asked for again under a new key.
const isOther = (update: CheckoutUpdate, checkout: Checkout): boolean =>
  checkout.providerSessionId !== null &&
  checkout.providerSessionId !== update.providerSessionId &&
  update.kind !== 'paid';

/** True if the buyer waits for the money to arrive, and it will not. */
const hasFailedLate = ({ status }: Checkout, kind: CheckoutUpdateKind): boolean =>
  status === 'processing' && kind === 'failed';

/** What the checkout keeps of the person who sent its form: a delayed payment may arrive days later and needs it for the course. */
const senderAfter = async (db: Db, checkout: Checkout, { kind, formEmail, prefilledEmail }: CheckoutUpdate) => {
  if (kind === 'processing')
    return { email: await funnelEmailOf(db, checkout), ...(await buyerOf(db, checkout.sessionId)) };
  if (hasFailedLate(checkout, kind)) return { email: formEmail ?? checkout.email ?? prefilledEmail };
  return kind === 'paid' ? { name: null, planAnswers: Prisma.DbNull } : {};
};

const move = async (db: Db, checkout: Checkout, update: CheckoutUpdate, now: Date): Promise<void> => {
  const providerSessionId = checkout.providerSessionId ?? update.providerSessionId;
  const nextReconcileAt = update.kind === 'processing' ? nextReconcileTime(checkout.createdAt, now) : null;
  await db.checkout.update({
    where: { id: checkout.id },
    data: {
      status: update.kind,
      providerSessionId,
      clientSecret: null,
      nextReconcileAt,
      ...(await senderAfter(db, checkout, update)),
    },
  });
};

/** True if this checkout's order was paid by another payment: two payments for one order are for a human. */
const isSecondPayment = async (db: Db, checkout: Checkout, { kind, paymentId }: CheckoutUpdate): Promise<boolean> => {
  if (kind !== 'paid' || checkout.status !== 'paid' || paymentId === null) return false;
  const order = await db.order.findUnique({ where: { checkoutId: checkout.id }, select: { providerPaymentId: true } });
  return order !== null && order.providerPaymentId !== null && order.providerPaymentId !== paymentId;
};

/**
 * Applies what the provider says inside the caller's transaction: the checkout's state, and exactly one order
 * once it is paid. The webhook and the server's own look-up both come through here. `context.now` becomes `paid_at`.
 */
export async function applyCheckoutUpdate(db: Db, update: CheckoutUpdate, context: GrantContext): Promise<Outcome> {
  const checkout = await lockCheckout(db, update);
  if (!checkout) return { kind: 'unknown_checkout' };
  const checkoutId = checkout.id;
  const reason = refusalOf(update, checkout);
  if (reason) return { kind: 'refused', checkoutId, reason };
  if (isOther(update, checkout)) return { kind: 'ignored', checkoutId, reason: 'another session of this checkout' };
  if (await isSecondPayment(db, checkout, update)) return { kind: 'refused', checkoutId, reason: 'paid a second time' };
  if (!MOVES[update.kind].some((status) => status === checkout.status))
    return { kind: 'ignored', checkoutId, reason: `already ${checkout.status}` };
  if (update.kind === 'paid' && !(await grantOrder(db, checkout, update, context)))
    return { kind: 'refused', checkoutId, reason: 'no address' };
  await move(db, checkout, update, context.now);
  if (hasFailedLate(checkout, update.kind)) await context.listener.paymentFailed(db, checkoutId, context.now);
  return { kind: 'applied', checkoutId };
}
