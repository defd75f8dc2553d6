import { measurementTable } from '../bench/measurement.ts';
import { measureTracking } from '../bench/tracking.ts';
import { PROJECT_ROOT } from '@course/ops/paths';
import { main, say } from '@course/ops/cli/main';

// The part of `npm run bench` about page views, by itself: node packages/dev-stack/bin/run.mjs lab/bench-tracking
main(async () => say(`\n${measurementTable(await measureTracking({ root: PROJECT_ROOT, say }))}`));
