import { sentenceOf, Stopped } from '@course/ops/failure';
import { main, onStopRequest, say } from '@course/ops/cli';
import { findOnPath } from '@course/dev-stack/process/on-path';
import { buildAll } from '@course/dev-stack/stack/builds';
import { HEADLESS_SHELL, provideChromium } from '../browser/chromium.ts';
import { countTarget, failedProjects, runTargets, type CheckOptions } from '../checks/nx-targets.ts';
import { lastLine, NOTHING, sum, type Tally } from '../checks/tally.ts';
import { countReport, removeReports, REPORTING, testedProjects } from '../checks/test-reports.ts';

const { signal } = onStopRequest();
const options: CheckOptions = { signal, onOutput: (text) => void process.stdout.write(text) };

/** Runs a step. An error outside of a test counts as one failure, and later steps still run. */
const counted = async (title: string, step: () => Promise<Tally | void>): Promise<Tally> => {
  const startedAt = Date.now();
  say(`\n== ${title}`);
  try {
    return (await step()) ?? NOTHING;
  } catch (error) {
    if (error instanceof Stopped) throw error;
    say(sentenceOf(error));
    return { passed: 0, failed: 1 };
  } finally {
    say(`-- ${title}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }
};

/** The project whose tests take longest. They use no browser. */
const LONGEST = 'svc-funnel';

/**
 * Returns the projects whose tests failed, and whether nx failed without naming a task, which counts as a failure too.
 */
const runTests = async (
  target: 'test' | 'journeys',
  env: Readonly<Record<string, string>>,
  chosen: readonly string[] = [],
) => {
  const run = await runTargets([target], REPORTING, env, { ...options, projects: chosen });
  const failed = failedProjects(run, target);
  return { failed, isBroken: run.code !== 0 && failed.size === 0 };
};

const runChecks = async (): Promise<readonly Tally[]> => {
  const run = await runTargets(CHECKS, [], {}, { ...options, inBackground: true, parallel: 1 });
  const tallies = CHECKS.map((target) => countTarget(run, target));
  const isBroken = run.code !== 0 && tallies.every(({ failed }) => failed === 0);
  return [...tallies, { passed: 0, failed: isBroken ? 1 : 0 }];
};

const CHECKS = ['prettier', 'oxlint', 'eslint'] as const;

/**
 * Runs the checks beside the longest tests, then the other tests, and the journeys alone: beside a browser everything
 * needs more CPU (ADR 42). The checks have a lower priority: nothing in them has a time limit, as a service's calls to
 * its stores do.
 */
const checkEverything = async (chrome: string): Promise<Tally> => {
  const projects = testedProjects();
  removeReports(projects);
  const headless = { CHROME_PATH: findOnPath(HEADLESS_SHELL) ?? chrome };
  const [checks, runs] = await Promise.all([
    runChecks(),
    (async () => [
      await runTests('test', headless, [LONGEST]),
      await runTests('test', headless, [`!${LONGEST}`]),
      await runTests('journeys', { CHROME_PATH: chrome }),
    ])(),
  ]);
  const hasFailed = (name: string): boolean => runs.some(({ failed }) => failed.has(name));
  return sum([
    ...checks,
    ...projects.map((project) => countReport(project, hasFailed(project.name))),
    ...runs.map(({ isBroken }) => ({ passed: 0, failed: isBroken ? 1 : 0 })),
  ]);
};

main(async () => {
  let chrome = '';
  // The browser's installation waits for the network, and the build computes.
  const setUp = await Promise.all([
    counted('browser', async () => {
      chrome = await provideChromium(say, signal);
      say(chrome);
    }),
    counted('build', () => buildAll(signal)),
  ]);
  const total = sum([...setUp, await counted('layout, lint, types and tests', () => checkEverything(chrome))]);
  say(`\n${lastLine(total)}`);
  process.exit(total.failed === 0 ? 0 : 1);
});
