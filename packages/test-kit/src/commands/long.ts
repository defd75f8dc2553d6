import path from 'node:path';
import { runTool } from '@course/dev-stack/process/run-tool';
import { buildAll } from '@course/dev-stack/stack/builds';
import { main, say } from '@course/ops/cli/main';
import { onStopRequest } from '@course/ops/cli/signals';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/ops/paths';
import { provideChromium } from '../browser/chromium.ts';

/**
 * What `npm test` runs as a sample, at its full size, and what it runs in the headless shell, in the whole Chromium.
 * TEST_SEED repeats a run; it is printed.
 */
const EXHAUSTIVE = [
  { project: 'svc-funnel', file: 'test/simulation/simulated-time.spec.ts', size: { SIMULATED_ORDERS: '2000' } },
  { project: 'svc-funnel', file: 'src/payments/any-order.spec.ts', size: { ARRIVAL_ORDERS: '120' } },
  { project: 'svc-funnel', file: 'src/payments/crash.spec.ts', size: { CRASH_STATEMENTS: '100' } },
  { project: 'svc-funnel', file: 'src/course/enrolment/next-lesson.spec.ts', size: { DECIDING_READERS: '200' } },
  { project: 'svc-funnel', file: 'src/course/lessons/content.spec.ts', size: { LESSON_MAILS: '1000' } },
  { project: 'svc-funnel', file: 'src/course/mails/spam.spec.ts', size: { JUDGED_KINDS: '100' } },
  { project: 'svc-tracking', file: 'test/faults.spec.ts', size: { STORE_DEATHS: '3' } },
  { project: 'svc-tracking', file: 'test/oracle.spec.ts', size: { ORACLE_OPERATIONS: '1000000' } },
  { project: 'svc-tracking', file: 'test/aggregates.spec.ts', size: { AGGREGATE_SEEDS: '3' } },
  { project: 'svc-tracking', file: 'src/ingest/plain-view.spec.ts', size: { RANDOM_VIEWS: '100000' } },
  { project: 'svc-tracking', file: 'src/writer/merge.spec.ts', size: { MERGED_READINGS: '2000' } },
  { project: 'packages/funnel', file: 'src/course/plan-course.spec.ts', size: { PLANNED_COURSES: '500' } },
  { project: 'packages/lab', file: 'src/canary/simulation.spec.ts', size: { CANARY_RUNS: '2000' } },
  { project: 'packages/lab', file: 'src/seed/visitors.spec.ts', size: { CROWD: '15000' } },
  { project: 'packages/dev-stack', file: 'src/commands/start.spec.ts', size: { KILLED_PARTS: '8' } },
  { project: 'packages/dev-stack', file: 'outbox.browser.spec.ts', size: {} },
  { project: 'packages/federation', file: 'check/screens.spec.ts', size: {} },
  { project: 'packages/stripe-sandbox', file: 'browser.spec.ts', size: {} },
  { project: 'packages/e2e', file: 'journeys/', size: { JOURNEYS: 'whole' } },
] as const;

const VITEST = path.join(PROJECT_ROOT, 'node_modules/.bin/vitest');

main(async () => {
  const { signal } = onStopRequest();
  const chrome = await provideChromium(say, signal);
  await buildAll(signal);
  const failed: string[] = [];
  for (const { project, file, size } of EXHAUSTIVE) {
    const env = { CHROME_PATH: chrome, ...size };
    const { code } = await runTool(process.execPath, [VITEST, 'run', file], {
      cwd: path.join(PROJECT_ROOT, project),
      env,
      signal,
      onOutput: (text) => void process.stdout.write(text),
    });
    if (code !== 0) failed.push(`${project}/${file}`);
  }
  if (failed.length > 0) throw new Failure(`Failed: ${failed.join(', ')}`);
  say('All passed');
});
