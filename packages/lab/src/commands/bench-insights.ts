import { parseArgs } from 'node:util';
import { measureInsights } from '../bench/insights.ts';
import { measurementTable } from '../bench/measurement.ts';
import { Failure } from '@course/ops/failure';
import { main, say } from '@course/ops/cli/main';

const { values } = parseArgs({ options: { views: { type: 'string', default: '20000000' } } });

// The part of `npm run bench` about the insights, by itself: node packages/dev-stack/bin/run.mjs lab/bench-insights --views 1000000
main(async () => {
  const views = Number(values.views);
  if (!Number.isInteger(views) || views < 1000) throw new Failure('--views must be a whole number of at least 1000.');
  say(`\n${measurementTable(await measureInsights({ views, say }))}`);
});
