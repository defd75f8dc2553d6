import { measurementTable } from '../bench/measurement.ts';
import { measureTracking } from '../bench/tracking.ts';
import { PROJECT_ROOT } from '../paths.ts';
import { main, say } from './main.ts';

// The part of `npm run bench` about page views, by itself: node packages/stack/bin/bench-tracking.mjs
main(async () => say(`\n${measurementTable(await measureTracking({ root: PROJECT_ROOT, say }))}`));
