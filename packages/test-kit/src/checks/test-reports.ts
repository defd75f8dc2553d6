import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/ops/paths';
import { z } from 'zod';
import type { Tally } from './tally.ts';

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** Counts a run of vitest: a file that could not even be loaded, and an error outside of all tests, are failures too. */
export const countRun = (hasFailed: boolean, reportText: string | undefined): Tally => {
  if (reportText === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = report.parse(JSON.parse(reportText));
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + unloadable;
  return { passed: numPassedTests, failed: failed === 0 && hasFailed ? 1 : failed };
};

const folders = (parent: string): readonly string[] =>
  readdirSync(path.join(PROJECT_ROOT, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(parent, entry.name));

const nameOf = (folder: string): string =>
  z
    .object({ name: z.string() })
    .parse(JSON.parse(readFileSync(path.join(PROJECT_ROOT, folder, 'package.json'), 'utf8'))).name;

export interface TestedProject {
  readonly name: string;
  /** Absolute. */
  readonly report: string;
}

const REPORT = '.test-results/report.json';

/**
 * Arguments of vitest that make it write the report that is counted; nx keeps it with a cached run. A test that fails is
 * tried once more, which the output says (`retry x1`): everything shares two processors here.
 */
export const REPORTING = [
  '--passWithNoTests',
  '--retry=1',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${REPORT}`,
];

/** Every project with tests. */
export const testedProjects = (): readonly TestedProject[] =>
  [...folders('packages'), ...folders('.')]
    .filter((folder) => existsSync(path.join(PROJECT_ROOT, folder, 'vitest.config.ts')))
    .map((folder) => ({ name: nameOf(folder), report: path.join(PROJECT_ROOT, folder, REPORT) }));

export const removeReports = (projects: readonly TestedProject[]): void =>
  projects.forEach(({ report: file }) => rmSync(file, { force: true }));

export const countReport = ({ report: file }: TestedProject, hasFailed: boolean): Tally =>
  countRun(hasFailed, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
