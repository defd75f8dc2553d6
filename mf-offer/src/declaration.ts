import { SERVICE_CONTRACTS } from '@course/contracts';
import { CURRENCY, declareFlow, PLANS } from '@course/funnel';
import { ENTRIES, EXITS, SHOWN_ANSWERS, STEPS } from './flow/steps.ts';

/** What the offer declares in its descriptor. No part of the browser's build. */
export default declareFlow({
  rows: STEPS,
  entries: ENTRIES,
  exits: EXITS,
  needs: {
    services: SERVICE_CONTRACTS,
    plans: PLANS.map(({ key, originalCents, discountedCents }) => ({
      key,
      currency: CURRENCY,
      originalCents,
      discountedCents,
    })),
    labels: Object.values(SHOWN_ANSWERS),
  },
});
