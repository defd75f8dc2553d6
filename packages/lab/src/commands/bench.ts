import { rmSync } from 'node:fs';
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
import { buildAll } from '@course/dev-stack/stack/builds';
import { temporaryDataDir } from '@course/dev-stack/stack/temporary-data-dir';
import { main, onStopRequest, say, STOPPED_EXIT_CODE } from '@course/ops/cli';
import { Stopped } from '@course/ops/failure';

/** Number of page views that the insights are measured over. Writing them takes more than half an hour. */
const INSIGHTS_VIEWS = 20_000_000;
const VISITS = 400;
const PUBLISHES = 100;

const { signal, requested } = onStopRequest();
const stopped = requested.then((): never => {
  throw new Stopped('Stopped');
});
stopped.catch(() => undefined);

/** Resolves like `measurement`, or rejects as soon as a stop is requested: what it started ends with this process. */
const unlessStopped = <T>(measurement: Promise<T>): Promise<T> => Promise.race([measurement, stopped]);

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

/** `sources` is the folder of the quizzes to compare with; `folder` is where they are built. */
const measureSpeed = async (
  url: string,
  browser: string,
  sources: string | undefined,
  folder: string,
): Promise<readonly Measurement[]> => {
  if (sources === undefined) {
    say('No quizzes to compare with (--baselines <folder>): skipping the comparison.');
    return [];
  }
  const baselines = await serveBaselines(sources, folder);
  try {
    return await compareBaselines(url, baselines, browser, say);
  } finally {
    baselines.stop();
  }
};

const measureSite = async (
  stack: TimedStack,
  sources: string | undefined,
  folder: string,
): Promise<readonly Measurement[]> => {
  const idle = await measureIdle(stack);
  const browser = await provideChromium(say, signal);
  return [
    idle,
    ...(await measurePages(stack.url, browser, say)),
    ...(await measureSpeed(stack.url, browser, sources, folder)),
    ...(await measureLighthouse(stack.url, browser, say)),
  ];
};

const measureStarts = async (
  checkout: string,
  dataDir: string,
  baselines: string | undefined,
): Promise<readonly Measurement[]> => {
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
    figures.push(...(await unlessStopped(measureSite(later, baselines, path.join(dataDir, '..', 'baselines')))));
  } finally {
    figures.push({ name: 'stopping', value: await later.stop(), unit: 's' });
  }
  return figures;
};

/** Runs `use` with a folder that is removed afterwards. */
const withScratch = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const scratch = temporaryDataDir('course-bench-');
  try {
    return await use(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

const measureOwnVisit = (root: string, visits: number): Promise<readonly Measurement[]> =>
  withScratch(async (scratch) => {
    const dataDir = path.join(scratch, 'data');
    const vars = { RATE_LIMITS: 'off' };
    const stack = await timedStart({ checkout: root, port: await freePort(), dataDir, signal, vars });
    try {
      return await unlessStopped(measureVisit({ root, dataDir, visits, say }));
    } finally {
      await stack.stop();
    }
  });

interface Options {
  readonly setup: boolean;
  readonly baselines?: string;
}

const measureAll = ({ setup: hasSetUp, baselines }: Options): Promise<readonly Measurement[]> =>
  withScratch(async (scratch) => {
    const root = hasSetUp ? await freshCheckout(signal) : PROJECT_ROOT;
    try {
      return [
        ...(await measureStarts(root, path.join(scratch, 'data'), baselines)),
        ...(await unlessStopped(measureTracking({ root, say }))),
        ...(await unlessStopped(measureInsights({ views: INSIGHTS_VIEWS, say }))),
        ...(await unlessStopped(measureCourse({ root, say }))),
        ...(await measureOwnVisit(root, VISITS)),
        ...(await unlessStopped(measurePublish({ root, folder: path.join(scratch, 'publish'), publishes: PUBLISHES }))),
      ];
    } finally {
      if (hasSetUp) rmSync(root, { recursive: true, force: true });
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
  .option('--baselines <folder>', 'two quizzes to compare first loads and taps with', (folder) => path.resolve(folder))
  .action(async (options: Options) => report(await measureAll(options)));

/** Measures the build of this checkout. */
const measureBuild = async (measure: () => Promise<readonly Measurement[]>): Promise<void> => {
  await buildAll(signal);
  report(await unlessStopped(measure()));
};

program
  .command('site')
  .description('starts, first loads, taps and Lighthouse; with --baselines <folder> also compared with two quizzes')
  .action(() =>
    withScratch(async (scratch) =>
      report(await measureStarts(PROJECT_ROOT, path.join(scratch, 'data'), program.opts<Options>().baselines)),
    ),
  );

program
  .command('visit')
  .description('what a visit costs in CPU time over all processes')
  .option('--data-dir <folder>', 'data folder of a running stack of any release, with RATE_LIMITS=off')
  .option('--visits <number>', 'how many to measure, a multiple of 20', wholeNumber(20), VISITS)
  .action(async ({ dataDir, visits }: { dataDir?: string; visits: number }) =>
    dataDir === undefined
      ? report(await measureOwnVisit(PROJECT_ROOT, visits))
      : measureBuild(() => measureVisit({ root: PROJECT_ROOT, dataDir: path.resolve(dataDir), visits, say })),
  );

program
  .command('tracking')
  .description('page views, singly and in batches')
  .action(() => measureBuild(() => measureTracking({ root: PROJECT_ROOT, say })));

program
  .command('course')
  .description('enrolment and sending of lessons')
  .action(() => measureBuild(() => measureCourse({ root: PROJECT_ROOT, say })));

program
  .command('publish')
  .description('from publishing a release until all edges serve it')
  .option('--publishes <number>', 'how many, with a folder and with a bucket each', wholeNumber(2), PUBLISHES)
  .action(({ publishes }: { publishes: number }) =>
    withScratch((folder) => measureBuild(() => measurePublish({ root: PROJECT_ROOT, folder, publishes }))),
  );

program
  .command('insights')
  .description('every query of the insights page over many page views')
  .option('--views <number>', 'how many', wholeNumber(1000), INSIGHTS_VIEWS)
  .action(async ({ views }: { views: number }) => report(await unlessStopped(measureInsights({ views, say }))));

main(() =>
  run(process.argv.slice(2)).catch((error: unknown) => {
    // The measurement that was stopped still runs, and its servers end with this process.
    if (error instanceof Stopped) process.exit(STOPPED_EXIT_CODE);
    throw error;
  }),
);
