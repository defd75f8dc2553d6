import type { Checkout } from '../generated/prisma/client.ts';
import type { CheckoutStatus } from '../checkout/checkout-status.ts';
import { nextLook } from '../checkout/next-look.ts';
import { grantOrder, type GrantContext } from '../orders/grant-order.ts';
import type { Db } from '../platform/prisma.ts';
import type { CheckoutUpdate, FactKind } from './checkout-update.ts';
import type { Outcome } from './outcome.ts';

/** From which states a fact moves a checkout on. Facts come late, twice and out of order; money that came always counts. */
const MOVES: Readonly<Record<FactKind, readonly CheckoutStatus[]>> = {
  open: [],
  processing: ['creating', 'open'],
  failed: ['creating', 'open', 'processing'],
  expired: ['creating', 'open'],
  paid: ['creating', 'open', 'processing', 'failed', 'expired'],
};

/** Locks the checkout's row until the transaction ends, so that facts about it are applied one after the other. */
const lockCheckout = async (db: Db, { checkoutId, providerSessionId }: CheckoutUpdate): Promise<Checkout | null> => {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM funnel.checkouts
    WHERE id = ${checkoutId}::uuid OR provider_session_id = ${providerSessionId}
    ORDER BY (id = ${checkoutId}::uuid) DESC NULLS LAST LIMIT 1 FOR UPDATE`;
  return row ? db.checkout.findUnique({ where: { id: row.id } }) : null;
};

const mismatchOf = (fact: CheckoutUpdate, checkout: Checkout): string | undefined => {
  if (fact.livemode !== checkout.livemode) return 'livemode differs';
  if (fact.amountCents !== checkout.amountCents) return 'amount differs';
  if (fact.currency !== checkout.currency) return 'currency differs';
  return undefined;
};

// A second session of the same checkout exists only if a lost answer was asked for again under a new key.
const isOther = (fact: CheckoutUpdate, checkout: Checkout): boolean =>
  checkout.providerSessionId !== null && checkout.providerSessionId !== fact.providerSessionId && fact.kind !== 'paid';

const move = async (db: Db, checkout: Checkout, fact: CheckoutUpdate, now: Date): Promise<void> => {
  const providerSessionId = checkout.providerSessionId ?? fact.providerSessionId;
  const nextLookAt = fact.kind === 'processing' ? nextLook(checkout.createdAt, now) : null;
  await db.checkout.update({
    where: { id: checkout.id },
    data: { status: fact.kind, providerSessionId, clientSecret: null, nextLookAt },
  });
};

/** Whether this checkout's order was paid by another payment: two payments for one order are for a human. */
const isSecondPayment = async (db: Db, checkout: Checkout, { kind, paymentId }: CheckoutUpdate): Promise<boolean> => {
  if (kind !== 'paid' || checkout.status !== 'paid' || paymentId === null) return false;
  const order = await db.order.findUnique({ where: { checkoutId: checkout.id }, select: { providerPaymentId: true } });
  return order !== null && order.providerPaymentId !== null && order.providerPaymentId !== paymentId;
};

/**
 * Applies what the provider says inside the caller's transaction: the checkout's state, and exactly one order
 * once it is paid. The webhook and the server's own look-up both come through here. `context.now` becomes `paid_at`.
 */
export async function applyCheckoutUpdate(db: Db, fact: CheckoutUpdate, context: GrantContext): Promise<Outcome> {
  const checkout = await lockCheckout(db, fact);
  if (!checkout) return { is: 'unknown_checkout' };
  const checkoutId = checkout.id;
  const reason = mismatchOf(fact, checkout);
  if (reason) return { is: 'refused', checkoutId, reason };
  if (isOther(fact, checkout)) return { is: 'ignored', checkoutId, reason: 'another session of this checkout' };
  if (await isSecondPayment(db, checkout, fact)) return { is: 'refused', checkoutId, reason: 'paid a second time' };
  if (!MOVES[fact.kind].some((status) => status === checkout.status))
    return { is: 'ignored', checkoutId, reason: `already ${checkout.status}` };
  if (fact.kind === 'paid' && !(await grantOrder(db, checkout, fact, context)))
    return { is: 'refused', checkoutId, reason: 'no address' };
  await move(db, checkout, fact, context.now);
  return { is: 'applied', checkoutId };
}
