import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compareBaselines } from '../bench/compare-baselines.ts';
import { measureCourse } from '../bench/course.ts';
import { freshCheckout } from '../bench/fresh-checkout.ts';
import { measureInsights } from '../bench/insights.ts';
import { measureLighthouse } from '../bench/lighthouse.ts';
import { measurementTable, type Measurement } from '../bench/measurement.ts';
import { familyMemory } from '../bench/process-use.ts';
import { measurePages } from '../bench/pages.ts';
import { measurePublish } from '../bench/publish.ts';
import { timedStart, type TimedStack } from '../bench/timed-start.ts';
import { measureTracking } from '../bench/tracking.ts';
import { measureVisit } from '../bench/visit.ts';
import { serveBaselines } from '../bench/baselines.ts';
import { provideChromium } from '@course/test-kit/browser/chromium';
import { readStackEnv } from '@course/dev-stack/env';
import { commandLine, wholeNumber } from '@course/federation/command-line';
import { writeAtomically } from '@course/federation/files';
import { PROJECT_ROOT } from '@course/federation/paths';
import { freePort } from '@course/dev-stack/process/ports';
import { main, onStopRequest, say } from '@course/ops/cli';

/** Number of page views that the insights are measured over. Writing them takes more than half an hour. */
const INSIGHTS_VIEWS = 20_000_000;
const VISITS = 400;
const PUBLISHES = 100;

/** How long the stack settles before its memory is read, so that garbage of the start is not counted. */
const SETTLE_MS = 10_000;

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

const printLines = ({ lines }: TimedStack): void =>
  lines.forEach(({ at, line }) => say(`  ${at.toFixed(1).padStart(6)} s  ${line}`));

const measureIdle = async (stack: TimedStack): Promise<Measurement> => {
  await settle();
  const { totalMb, parts } = familyMemory(stack.pid);
  for (const { name, mb } of parts.slice(0, 12)) say(`  ${mb.toFixed(0).padStart(6)} MB  ${name}`);
  return { name: 'idle memory of the whole stack', value: totalMb, unit: 'MB', budget: 1200 };
};

const measureSpeed = async (url: string, browser: string, folder: string): Promise<readonly Measurement[]> => {
  const baselines = await serveBaselines(folder);
  if (!baselines) {
    say('The baselines are not next to this project (../shared/measure/reference): skipping the comparison with them.');
    return [];
  }
  try {
    return await compareBaselines(url, baselines, browser, say);
  } finally {
    baselines.stop();
  }
};

interface StartOptions {
  readonly checkout: string;
  readonly dataDir: string;
  readonly signal: AbortSignal;
}

const measureStarts = async ({ checkout, dataDir, signal }: StartOptions): Promise<readonly Measurement[]> => {
  const isFresh = checkout !== PROJECT_ROOT;
  const start = async () => timedStart({ checkout, port: await freePort(), dataDir, signal });
  say(isFresh ? 'Set-up and first start of a fresh checkout' : 'First start');
  const first = await start();
  printLines(first);
  await first.stop();
  say('A later start');
  const later = await start();
  printLines(later);
  const figures: Measurement[] = [
    ...(isFresh
      ? [{ name: 'set-up and first start', value: first.secondsToReady, unit: 's', budget: 240 } as const]
      : []),
    { name: 'a later start', value: later.secondsToReady, unit: 's', budget: 15 },
  ];
  try {
    figures.push(await measureIdle(later));
    const browser = await provideChromium(say, signal);
    figures.push(...(await measurePages(later.url, browser, say)));
    figures.push(...(await measureSpeed(later.url, browser, path.join(dataDir, '..', 'baselines'))));
    figures.push(...(await measureLighthouse(later.url, browser, say)));
  } finally {
    figures.push({ name: 'stopping', value: await later.stop(), unit: 's' });
  }
  return figures;
};

/** Runs `use` with a folder that is removed afterwards. */
const withScratch = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'course-bench-'));
  // PostgreSQL's system user must be able to traverse it.
  chmodSync(scratch, 0o711);
  try {
    return await use(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

interface VisitCommand extends Omit<StartOptions, 'dataDir'> {
  /** The data folder of a running stack; without it one is started for the measurement. */
  readonly dataDir?: string;
  readonly visits: number;
}

const measureVisitCommand = ({ dataDir, visits, checkout, signal }: VisitCommand): Promise<readonly Measurement[]> =>
  dataDir === undefined
    ? withScratch(async (scratch) => {
        const own = path.join(scratch, 'data');
        const vars = { RATE_LIMITS: 'off' };
        const stack = await timedStart({ checkout, port: await freePort(), dataDir: own, signal, vars });
        try {
          return await measureVisit({ dataDir: own, visits, say });
        } finally {
          await stack.stop();
        }
      })
    : measureVisit({ dataDir: path.resolve(dataDir), visits, say });

const measureAll = (hasSetUp: boolean, signal: AbortSignal): Promise<readonly Measurement[]> =>
  withScratch(async (scratch) => {
    const checkout = hasSetUp ? await freshCheckout(signal) : PROJECT_ROOT;
    try {
      return [
        ...(await measureStarts({ checkout, dataDir: path.join(scratch, 'data'), signal })),
        ...(await measureTracking({ root: checkout, say })),
        ...(await measureInsights({ views: INSIGHTS_VIEWS, say })),
        ...(await measureCourse({ root: checkout, say })),
        ...(await measureVisitCommand({ visits: VISITS, checkout, signal })),
        ...(await measurePublish({ folder: path.join(scratch, 'publish'), publishes: PUBLISHES })),
      ];
    } finally {
      if (hasSetUp) rmSync(checkout, { recursive: true, force: true });
    }
  });

const report = (measurements: readonly Measurement[]): void => {
  const at = new Date().toISOString();
  const file = path.join(readStackEnv().dataDir, 'bench', `${at.replaceAll(':', '-')}.json`);
  writeAtomically(file, `${JSON.stringify({ at, measurements }, null, 2)}\n`);
  say(`\n${measurementTable(measurements)}\n\n${file}`);
};

const { program, run } = commandLine('npm run bench --', say);
program
  .description('The measurements with their budgets, as a table and as JSON in bench/ of the data folder.')
  .option('--no-setup', 'measure this checkout instead of a fresh copy of it')
  .action(async ({ setup }: { setup: boolean }) => report(await measureAll(setup, onStopRequest().signal)));

program
  .command('visit')
  .description('what a visit costs in CPU time over all processes')
  .option('--data-dir <folder>', 'data folder of a running stack of any release, with RATE_LIMITS=off')
  .option('--visits <number>', 'how many to measure, a multiple of 20', wholeNumber(20), VISITS)
  .action(async (options: { dataDir?: string; visits: number }) =>
    report(await measureVisitCommand({ ...options, checkout: PROJECT_ROOT, signal: onStopRequest().signal })),
  );

program
  .command('tracking')
  .description('page views, singly and in batches')
  .action(async () => report(await measureTracking({ root: PROJECT_ROOT, say })));

program
  .command('course')
  .description('enrolment and sending of lessons')
  .action(async () => report(await measureCourse({ root: PROJECT_ROOT, say })));

program
  .command('publish')
  .description('from publishing a release until all edges serve it')
  .option('--publishes <number>', 'how many, with a folder and with a bucket each', wholeNumber(2), PUBLISHES)
  .action(async ({ publishes }: { publishes: number }) =>
    report(await withScratch((folder) => measurePublish({ folder, publishes }))),
  );

program
  .command('insights')
  .description('every query of the insights page over many page views')
  .option('--views <number>', 'how many', wholeNumber(1000), INSIGHTS_VIEWS)
  .action(async ({ views }: { views: number }) => report(await measureInsights({ views, say })));

main(() => run(process.argv.slice(2)));
