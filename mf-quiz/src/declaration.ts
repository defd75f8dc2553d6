import { SERVICE_CONTRACTS } from '@course/contracts';
import { declareFlow } from '@course/funnel';
import { ENTRIES, EXITS, STEPS } from './flow/steps.ts';

/** What the quiz declares in its descriptor. Not part of the browser bundle. */
export default declareFlow({
  rows: STEPS,
  entries: ENTRIES,
  exits: EXITS,
  needs: { services: SERVICE_CONTRACTS, plans: [], labels: [] },
});
