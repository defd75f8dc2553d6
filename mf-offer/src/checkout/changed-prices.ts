import { CURRENCY, type Plan, type PlanPrice, PLANS } from '@course/funnel';
import { useState } from 'react';

/** What the server says that plans cost now, by plan. */
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

/** The prices in the body of a `price_changed` error. Undefined where this page cannot show them: the visitor has to reload. */
export function changedPricesIn(body: unknown): PricesByPlan | undefined {
  if (!isRecord(body) || !Array.isArray(body['plans'])) return undefined;
  if (!isRecord(body['price']) || body['price']['currency'] !== CURRENCY) return undefined;
  const prices = new Map(body['plans'].flatMap(priceIn));
  return prices.size > 0 ? prices : undefined;
}

/** The plans as they cost now: those that the page was built with, at the prices that the server told since. */
export const atPrices = (plans: readonly Plan[], prices: PricesByPlan | undefined): readonly Plan[] =>
  prices ? plans.map((plan) => ({ ...plan, ...prices.get(plan.key) })) : plans;

/** The plans at the prices that this page shows, and what takes other prices over once the server has told them. */
export function usePlans(): [plans: readonly Plan[], setPrices: (prices: PricesByPlan) => void] {
  const [prices, setPrices] = useState<PricesByPlan>();
  return [atPrices(PLANS, prices), setPrices];
}
