import { expect, test } from 'vitest';
import { countTarget } from './nx-target.ts';
import { lastLine, sum } from './tally.ts';
import { countRun, projectsWithTests } from './vitest.ts';

const NX_FAILED = ` NX   Running target lint for 6 projects failed

Failed tasks:

- mf-legal:lint
- mf-offer:lint
`;

const report = (passed: number, failed: number, files: { status: string; assertionResults: unknown[] }[] = []): string =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });

test('every project that nx checked counts once', () => {
  expect(countTarget({ target: 'lint', total: 6, code: 0, output: '' })).toEqual({ passed: 6, failed: 0 });
  expect(countTarget({ target: 'lint', total: 6, code: 1, output: NX_FAILED })).toEqual({ passed: 4, failed: 2 });
});

test('nx that breaks without naming a project is one failure', () => {
  expect(countTarget({ target: 'lint', total: 6, code: 1, output: 'out of memory' })).toEqual({ passed: 5, failed: 1 });
});

test.each([
  ['every test counts', 0, report(5, 0), { passed: 5, failed: 0 }],
  ['failed tests count', 1, report(4, 2), { passed: 4, failed: 2 }],
  ['a file that cannot be loaded is a failure', 1, report(4, 0, [{ status: 'failed', assertionResults: [] }]), { passed: 4, failed: 1 }],
  ['an error outside of all tests is a failure', 1, report(5, 0), { passed: 5, failed: 1 }],
  ['a run without a report is a failure', 1, undefined, { passed: 0, failed: 1 }],
])('%s', (_name, code, text, expected) => {
  expect(countRun(code, text)).toEqual(expected);
});

test('the last line sums up', () => {
  expect(lastLine(sum([{ passed: 2, failed: 0 }, { passed: 3, failed: 1 }]))).toBe('5 passed, 1 failed');
});

test('browser journeys come last', () => {
  expect(projectsWithTests()).toContain('packages/test-kit');
  expect(projectsWithTests().at(-1)).toBe('packages/e2e');
});
