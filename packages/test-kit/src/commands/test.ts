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

/** A step that breaks outside of a test is a failure like any other, and the steps after it still run. */
const counted = async (title: string, step: () => Promise<Tally | void>): Promise<Tally> => {
  const started = Date.now();
  say(`\n== ${title}`);
  try {
    return (await step()) ?? NOTHING;
  } catch (error) {
    if (error instanceof Stopped) throw error;
    say(sentenceOf(error));
    return { passed: 0, failed: 1 };
  } finally {
    say(`-- ${title}: ${Math.round((Date.now() - started) / 1000)} s`);
  }
};

/** One more than is usual: some specs mostly wait, and the longest project is the last to begin. */
const PROJECTS_AT_ONCE = 3;

/** Returns the tests' failures by project, and whether nx broke without naming a task, which is a failure, too. */
const runTests = async (target: 'test' | 'journeys', env: Readonly<Record<string, string>>, inBackground = false) => {
  const run = await runTargets([target], REPORTING, env, { ...options, inBackground, parallel: PROJECTS_AT_ONCE });
  const failed = failedProjects(run, target);
  return { failed, isBroken: run.code !== 0 && failed.size === 0 };
};

/** All at once: the one that begins when others end would leave a processor idle. */
const runChecks = async (): Promise<readonly Tally[]> => {
  const run = await runTargets(CHECKS, [], {}, { ...options, inBackground: true, parallel: CHECKS.length });
  const tallies = CHECKS.map((target) => countTarget(run, target));
  const isBroken = run.code !== 0 && tallies.every(({ failed }) => failed === 0);
  return [...tallies, { passed: 0, failed: isBroken ? 1 : 0 }];
};

const CHECKS = ['prettier', 'oxlint', 'eslint'] as const;

/**
 * Journeys wait much and compute in bursts, so tests run beside them, on what they leave of the processors. Checks never
 * wait: they come after the journeys, to fill what the last tests leave.
 */
const checkEverything = async (chrome: string): Promise<Tally> => {
  const projects = testedProjects();
  removeReports(projects);
  const headless = { CHROME_PATH: findOnPath(HEADLESS_SHELL) ?? chrome };
  const [{ journeys, checks }, tests] = await Promise.all([
    (async () => ({ journeys: await runTests('journeys', { CHROME_PATH: chrome }), checks: await runChecks() }))(),
    runTests('test', headless, true),
  ]);
  const hasFailed = (name: string): boolean => journeys.failed.has(name) || tests.failed.has(name);
  return sum([
    ...checks,
    ...projects.map((project) => countReport(project, hasFailed(project.name))),
    ...[journeys, tests].map(({ isBroken }) => ({ passed: 0, failed: isBroken ? 1 : 0 })),
  ]);
};

main(async () => {
  let chrome = '';
  const total = sum([
    await counted('browser', async () => {
      chrome = await provideChromium(say, signal);
      say(chrome);
    }),
    await counted('build', () => buildAll(signal)),
    await counted('layout, lint, types and tests', () => checkEverything(chrome)),
  ]);
  say(`\n${lastLine(total)}`);
  process.exit(total.failed === 0 ? 0 : 1);
});
