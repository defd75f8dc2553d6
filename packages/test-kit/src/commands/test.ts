import { sentenceOf, Stopped } from '@course/ops/failure';
import { main, say } from '@course/ops/cli/main';
import { onStopRequest } from '@course/ops/cli/signals';
import { buildAll } from '@course/dev-stack/stack/builds';
import { provideChromium } from '../browser/chromium.ts';
import { countTarget, failedProjects, projectsWith, runTargets, type CheckOptions } from '../checks/nx-targets.ts';
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

/** Journeys start the whole product and time it, so nothing else runs beside them. */
const TESTS = ['test', 'journeys'] as const;

const checkEverything = async (chrome: string): Promise<Tally> => {
  const projects = testedProjects();
  removeReports(projects);
  const env = { CHROME_PATH: chrome };
  const checks = await runTargets(['lint', 'types'], [], env, options);
  const tallies = await Promise.all(
    ['lint', 'types'].map(async (target) => countTarget(checks, target, (await projectsWith(target, signal)).length)),
  );
  const failedTests = new Set<string>();
  let broken = checks.code !== 0 && tallies.every(({ failed }) => failed === 0);
  for (const target of TESTS) {
    const run = await runTargets([target], REPORTING, env, options);
    const failed = failedProjects(run, target);
    failed.forEach((name) => failedTests.add(name));
    broken ||= run.code !== 0 && failed.size === 0;
  }
  // nx that breaks without naming a task is a failure, too.
  return sum([
    ...tallies,
    ...projects.map((project) => countReport(project, failedTests.has(project.name))),
    { passed: 0, failed: broken ? 1 : 0 },
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
    await counted('lint, types and tests', () => checkEverything(chrome)),
  ]);
  say(`\n${lastLine(total)}`);
  process.exit(total.failed === 0 ? 0 : 1);
});
