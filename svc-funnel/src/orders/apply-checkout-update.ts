import { findPlan } from '@course/funnel';
import { type Checkout, Prisma } from '../generated/prisma/client.ts';
import type { CheckoutUpdate, CheckoutUpdateKind } from '../payments/checkout-update.ts';
import { lockCheckout } from '../platform/locks.ts';
import type { Db } from '../platform/prisma.ts';
import { buyerOf } from './buyer.ts';
import { type CheckoutStatus, nextReconcileTime, PAYABLE } from './checkout-status.ts';
import { funnelEmailOf, type GrantContext, grantOrder } from './grant-order.ts';
import type { Outcome } from './outcome.ts';

/**
 * The states from which an update moves a checkout on. Updates arrive late, twice and out of order; a payment always
 * counts.
 */
const MOVES: Readonly<Record<CheckoutUpdateKind, readonly CheckoutStatus[]>> = {
  open: [],
  processing: PAYABLE,
  failed: [...PAYABLE, 'processing'],
  expired: PAYABLE,
  paid: [...PAYABLE, 'processing', 'failed', 'expired'],
};

/**
 * Returns why an update cannot be trusted or, for a payment, delivered. Such an event is replayed once the cause is
 * fixed.
 */
const refusalOf = (update: CheckoutUpdate, checkout: Checkout): string | undefined => {
  if (update.livemode !== checkout.livemode) return 'livemode differs';
  if (update.amountCents !== checkout.amountCents) return 'amount differs';
  if (update.currency !== checkout.currency) return 'currency differs';
  // Removed from the catalogue while this checkout was open.
  if (update.kind === 'paid' && findPlan(checkout.plan) === undefined) return 'unknown plan';
  return undefined;
};

// A second session of the same checkout exists only if a request whose response was lost was repeated under a new key.
const isOther = (update: CheckoutUpdate, checkout: Checkout): boolean =>
  checkout.providerSessionId !== null &&
  checkout.providerSessionId !== update.providerSessionId &&
  update.kind !== 'paid';

/** Returns true if a payment in progress has failed. */
const hasFailedLate = ({ status }: Checkout, kind: CheckoutUpdateKind): boolean =>
  status === 'processing' && kind === 'failed';

/**
 * Returns what the checkout stores about the buyer: a delayed payment may arrive days later, and the course needs it
 * then.
 */
const buyerAfter = async (db: Db, checkout: Checkout, { kind, formEmail, prefilledEmail }: CheckoutUpdate) => {
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
      ...(await buyerAfter(db, checkout, update)),
    },
  });
};

/** Returns true if another payment has paid this checkout's order: a human has to decide about a second one. */
const isSecondPayment = async (db: Db, checkout: Checkout, { kind, paymentId }: CheckoutUpdate): Promise<boolean> => {
  if (kind !== 'paid' || checkout.status !== 'paid' || paymentId === null) return false;
  const order = await db.order.findUnique({ where: { checkoutId: checkout.id }, select: { providerPaymentId: true } });
  return order !== null && order.providerPaymentId !== null && order.providerPaymentId !== paymentId;
};

/**
 * Applies what the provider reports, inside the caller's transaction: the checkout's state, and exactly one order
 * once it is paid. Both the webhook and the server's own look-up use this. `context.now` becomes `paid_at`.
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
  if (hasFailedLate(checkout, update.kind)) await context.listener.onPaymentFailed(db, checkoutId, context.now);
  return { kind: 'applied', checkoutId };
}
