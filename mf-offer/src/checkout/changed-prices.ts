import { CURRENCY, type Plan, type PlanPrice, PLANS } from '@course/funnel';
import { useState } from 'react';

/** Current prices according to the server, by plan key. */
export type PricesByPlan = ReadonlyMap<string, PlanPrice>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isCents = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

function priceIn(entry: unknown): [string, PlanPrice][] {
  if (!isRecord(entry)) return [];
  const { plan, originalCents, discountedCents } = entry;
  return typeof plan === 'string' && isCents(originalCents) && isCents(discountedCents)
    ? [[plan, { originalCents, discountedCents }]]
    : [];
}

/** Returns the prices in the body of a `price_changed` error; undefined if this page cannot show them. */
export function changedPricesIn(body: unknown): PricesByPlan | undefined {
  if (!isRecord(body) || !Array.isArray(body['plans'])) return undefined;
  if (!isRecord(body['price']) || body['price']['currency'] !== CURRENCY) return undefined;
  const prices = new Map(body['plans'].flatMap(priceIn));
  return prices.size > 0 ? prices : undefined;
}

/** Returns the plans that the page was built with, at the newer `prices` if there are any. */
export const atPrices = (plans: readonly Plan[], prices: PricesByPlan | undefined): readonly Plan[] =>
  prices ? plans.map((plan) => ({ ...plan, ...prices.get(plan.key) })) : plans;

/** Returns the plans at the prices to show, and a setter for newer prices from the server. */
export function usePlans(): [plans: readonly Plan[], setPrices: (prices: PricesByPlan) => void] {
  const [prices, setPrices] = useState<PricesByPlan>();
  return [atPrices(PLANS, prices), setPrices];
}
