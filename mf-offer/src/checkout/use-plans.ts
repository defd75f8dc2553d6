import { PLANS, type Plan } from '@course/funnel';
import { useState } from 'react';
import { atPrices, type PricesByPlan } from './changed-prices.ts';

/** The plans at the prices that this page shows, and what takes other prices over once the server has told them. */
export function usePlans(): [plans: readonly Plan[], setPrices: (prices: PricesByPlan) => void] {
  const [prices, setPrices] = useState<PricesByPlan>();
  return [atPrices(PLANS, prices), setPrices];
}
