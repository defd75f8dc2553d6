import { contractOf, type DeclaredPlan } from '@course/contracts';
import { CURRENCY, PLANS } from './plans.mjs';

/** The plans and prices as remotes declare them and svc-funnel offers them. */
export const DECLARED_PLANS: readonly DeclaredPlan[] = PLANS.map(({ key, originalCents, discountedCents }) => ({
  key,
  currency: CURRENCY,
  originalCents,
  discountedCents,
}));

/** The contract that svc-funnel offers to remotes. */
export const FUNNEL_CONTRACT = contractOf('svc-funnel', [...DECLARED_PLANS]);
