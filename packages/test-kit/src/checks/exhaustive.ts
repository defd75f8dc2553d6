interface LongRun {
  readonly project: string;
  /** Part of the paths of its spec files, as a filter of vitest. */
  readonly file: string;
  /** The environment variables with which those files run in full. */
  readonly size: Readonly<Record<string, string>>;
}

/**
 * The runs of `npm run test:long`: in full what `npm test` samples or skips, and in the whole Chromium what that runs
 * in the headless shell. TEST_SEED repeats a run; it is printed.
 */
export const EXHAUSTIVE: readonly LongRun[] = [
  { project: 'svc-funnel', file: 'test/simulation/simulated-time.spec.ts', size: { SIMULATED_ORDERS: '2000' } },
  { project: 'svc-funnel', file: 'src/orders/arrival-order.spec.ts', size: { ARRIVAL_ORDERS: '120' } },
  { project: 'svc-funnel', file: 'src/orders/statement-faults.spec.ts', size: { CRASH_STATEMENTS: '100' } },
  { project: 'svc-funnel', file: 'src/course/enrolment/next-lesson.spec.ts', size: { DECIDING_READERS: '200' } },
  { project: 'svc-funnel', file: 'src/course/lessons/content.spec.ts', size: { LESSON_MAILS: '1000' } },
  { project: 'svc-funnel', file: 'src/course/mails/spam.spec.ts', size: { JUDGED_KINDS: '100' } },
  { project: 'svc-tracking', file: 'test/faults.spec.ts', size: { STORE_DEATHS: '3' } },
  { project: 'svc-tracking', file: 'test/oracle.spec.ts', size: { ORACLE_OPERATIONS: '1000000' } },
  { project: 'svc-tracking', file: 'test/aggregates.spec.ts', size: { AGGREGATE_SEEDS: '3' } },
  { project: 'svc-tracking', file: 'src/ingest/plain-view.spec.ts', size: { RANDOM_VIEWS: '100000' } },
  { project: 'svc-tracking', file: 'src/writer/merge.spec.ts', size: { MERGED_READINGS: '2000' } },
  { project: 'packages/funnel', file: 'src/course/planner/plan-course.spec.ts', size: { PLANNED_COURSES: '500' } },
  { project: 'packages/lab', file: 'src/canary/simulation.spec.ts', size: { CANARY_RUNS: '2000' } },
  { project: 'packages/lab', file: 'src/faults/faults.spec.ts', size: { FAULT_KILLS: '4' } },
  { project: 'packages/lab', file: 'src/seed/visitors.spec.ts', size: { CROWD: '15000' } },
  { project: 'packages/dev-stack', file: 'src/commands/start.spec.ts', size: { KILLED_PARTS: '8' } },
  { project: 'packages/dev-stack', file: 'outbox.browser.spec.ts', size: {} },
  { project: 'packages/federation', file: 'check/screens.spec.ts', size: {} },
  { project: 'packages/stripe-sandbox', file: 'browser.spec.ts', size: {} },
  { project: 'packages/e2e', file: 'journeys/', size: { JOURNEYS: 'whole' } },
];
