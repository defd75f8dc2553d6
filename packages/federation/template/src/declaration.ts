import { declareFlow } from '@course/funnel';
import { ENTRIES, EXITS, STEPS } from './flow/steps.ts';

/** What this remote declares in its descriptor. Not part of the browser build. */
export default declareFlow({
  rows: STEPS,
  entries: ENTRIES,
  exits: EXITS,
  needs: { services: {}, plans: [], labels: [] },
});
