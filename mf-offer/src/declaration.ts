import { SERVICE_CONTRACTS } from '@course/contracts';
import { declareFlow, DECLARED_PLANS } from '@course/funnel';
import { ENTRIES, EXITS, SHOWN_ANSWERS, STEPS } from './flow/steps.ts';

/** What the offer declares in its descriptor. Not part of the browser bundle. */
export default declareFlow({
  rows: STEPS,
  entries: ENTRIES,
  exits: EXITS,
  needs: {
    services: SERVICE_CONTRACTS,
    plans: [...DECLARED_PLANS],
    labels: Object.values(SHOWN_ANSWERS),
  },
});
