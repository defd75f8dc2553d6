import { SERVICE_CONTRACTS } from '@course/contracts';
import { declareFlow, DECLARED_PLANS } from '@course/funnel';
import { ENTRIES, EXITS, STEPS } from './flow/steps.ts';

/** What the quiz declares in its descriptor. Not part of the browser bundle. */
export default declareFlow({
  rows: STEPS,
  entries: ENTRIES,
  exits: EXITS,
  // /home names the lowest price of a day, which all plans determine.
  needs: { services: SERVICE_CONTRACTS, plans: [...DECLARED_PLANS], labels: [] },
});
