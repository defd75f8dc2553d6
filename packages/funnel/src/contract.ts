import { contractOf, type DeclaredPlan } from '@course/contracts';
import { CURRENCY, PLANS } from './plans.mjs';

/** The catalogue as remotes declare it and svc-funnel offers it. */
export const DECLARED_PLANS: readonly DeclaredPlan[] = PLANS.map(({ key, originalCents, discountedCents }) => ({
  key,
  currency: CURRENCY,
  originalCents,
  discountedCents,
}));

/** What svc-funnel offers to remotes. */
export const FUNNEL_CONTRACT = contractOf('svc-funnel', [...DECLARED_PLANS]);
