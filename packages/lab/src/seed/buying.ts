import { DAY_MS } from '@course/contracts';
import { findPlan, priceOf, type PlanKey } from '@course/funnel';
import { OFFER, PLAN_WEIGHTS, REFUNDS } from './distributions.ts';
import { uuidV4 } from './ids.ts';
import type { Random } from '@course/test-kit/seeded-random';
import type { SeededCheckout, SeededOrder } from './visitor.ts';
import type { Stop } from './walk.ts';

/** The card form opens within this part of the time on the offer page. */
const OPENED_AFTER = { from: 0.3, to: 0.7 };

const discounted = (key: PlanKey): number => {
  const plan = findPlan(key);
  if (!plan) throw new Error(`There is no plan ${key}`);
  return priceOf(plan, 'discounted');
};

const refundOf = (
  paidAt: number,
  amountCents: number,
  random: Random,
): Pick<SeededOrder, 'refundedCents' | 'refundedAt'> => {
  const refundedAt = Math.round(paidAt + random.between(REFUNDS.afterDays.from, REFUNDS.afterDays.to) * DAY_MS);
  return {
    refundedCents: random.chance(REFUNDS.partialShare) ? Math.round(amountCents * REFUNDS.partOfAmount) : amountCents,
    refundedAt,
  };
};

const orderOf = (paidAt: number, amountCents: number, random: Random): SeededOrder => {
  const notRefunded = { refundedCents: 0, refundedAt: null };
  return {
    id: uuidV4(random),
    paidAt,
    ...(random.chance(REFUNDS.share) ? refundOf(paidAt, amountCents, random) : notRefunded),
  };
};

/** Returns the checkout that a visitor opened on the offer page; null if they opened none. */
export const checkoutOf = ({ view, leaving, leftAt }: Stop, random: Random): SeededCheckout | null => {
  const isPaid = leaving === 'paying';
  if (!isPaid && !random.chance(OFFER.opensCheckout)) return null;
  const plan = random.weighted(PLAN_WEIGHTS);
  const amountCents = discounted(plan);
  const openedAt = Math.round(
    view.enteredAt + (leftAt - view.enteredAt) * random.between(OPENED_AFTER.from, OPENED_AFTER.to),
  );
  return {
    id: uuidV4(random),
    plan,
    amountCents,
    openedAt,
    order: isPaid ? orderOf(leftAt, amountCents, random) : null,
  };
};
