import { declareFlow } from '@course/funnel';
import { ENTRIES, EXITS, STEPS } from './flow/steps.ts';

/** What the legal pages declare in their descriptor. Not part of the browser bundle. */
export default declareFlow({
  rows: STEPS,
  entries: ENTRIES,
  exits: EXITS,
  needs: { services: {}, plans: [], labels: [] },
});
