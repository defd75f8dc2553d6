import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '@course/ops/paths';
import { runTool } from '@course/dev-stack/process/run-tool';
import type { CheckOptions } from './nx-target.ts';
import type { Tally } from './tally.ts';

const VITEST = path.join(PROJECT_ROOT, 'node_modules/.bin/vitest');

/** Browser journeys come last: they start the whole product. */
const LAST = 'packages/e2e';

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** Counts a run: a file that could not even be loaded, and an error outside of all tests, are failures too. */
export const countRun = (code: number, reportText: string | undefined): Tally => {
  if (reportText === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = report.parse(JSON.parse(reportText));
  const unloadable = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  const failed = numFailedTests + unloadable;
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
};

const folders = (parent: string): readonly string[] =>
  readdirSync(path.join(PROJECT_ROOT, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(parent, entry.name));

/** Every project with tests, as a folder under the root. */
export const projectsWithTests = (): readonly string[] => {
  const all = [...folders('packages'), ...folders('.')].filter((folder) => existsSync(path.join(PROJECT_ROOT, folder, 'vitest.config.ts')));
  return [...all.filter((folder) => folder !== LAST), ...all.filter((folder) => folder === LAST)];
};

/** Runs the tests of one project. */
export const checkTests = async (folder: string, chrome: string, { signal, onOutput }: CheckOptions): Promise<Tally> => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'course-tests-'));
  const file = path.join(scratch, 'report.json');
  const args = [VITEST, 'run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  try {
    const { code } = await runTool(process.execPath, args, { cwd: path.join(PROJECT_ROOT, folder), signal, onOutput, env: { CHROME_PATH: chrome } });
    return countRun(code, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};
