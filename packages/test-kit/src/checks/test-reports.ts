import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/federation/paths';
import { z } from 'zod';
import type { Tally } from './tally.ts';

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** Counts a run of vitest. A file that cannot be loaded, and an error outside of all tests, count as failures. */
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
  /** Absolute path of its report. */
  readonly report: string;
}

const REPORT = '.test-results/report.json';

/**
 * Arguments that make vitest write the report that is counted, which nx caches with the run. All tests share two
 * processors, so that a test can take ten times its usual time, which proves nothing: the limits are long, and a failed
 * test is retried once; the output says so (`retry x1`).
 */
export const REPORTING = [
  '--passWithNoTests',
  '--testTimeout=300000',
  '--hookTimeout=300000',
  '--retry=1',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${REPORT}`,
];

/** Returns every project with tests. */
export const testedProjects = (): readonly TestedProject[] =>
  [...folders('packages'), ...folders('.')]
    .filter((folder) => existsSync(path.join(PROJECT_ROOT, folder, 'vitest.config.ts')))
    .map((folder) => ({ name: nameOf(folder), report: path.join(PROJECT_ROOT, folder, REPORT) }));

export const removeReports = (projects: readonly TestedProject[]): void =>
  projects.forEach(({ report: file }) => rmSync(file, { force: true }));

export const countReport = ({ report: file }: TestedProject, hasFailed: boolean): Tally =>
  countRun(hasFailed, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
