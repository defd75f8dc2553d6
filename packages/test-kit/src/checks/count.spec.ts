import { expect, test } from 'vitest';
import { byTask, countTarget, failedProjects } from './nx-targets.ts';
import { lastLine, sum } from './tally.ts';
import { countRun, testedProjects } from './test-reports.ts';

const NX_RAN = `> nx run mf-legal:lint

> nx run mf-offer:lint  [local cache]

> nx run mf-quiz:lint  [existing outputs match the cache, left as is]

> nx run mf-quiz:types
`;

const NX_FAILED = `${NX_RAN} NX   Running target lint for 3 projects failed

Failed tasks:

- mf-legal:lint
- mf-offer:lint
`;

const report = (
  passed: number,
  failed: number,
  files: { status: string; assertionResults: unknown[] }[] = [],
): string => JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });

test('counts every project that nx checked once', () => {
  expect(countTarget({ code: 0, output: NX_RAN }, 'lint')).toEqual({ passed: 3, failed: 0 });
  expect(countTarget({ code: 1, output: NX_FAILED }, 'lint')).toEqual({ passed: 1, failed: 2 });
});

test('counts a target that no project has as a failure', () => {
  expect(countTarget({ code: 0, output: NX_RAN }, 'style')).toEqual({ passed: 0, failed: 1 });
});

test('counts only failed tasks of the target', () => {
  expect([...failedProjects({ code: 1, output: NX_FAILED }, 'lint')]).toEqual(['mf-legal', 'mf-offer']);
  expect([...failedProjects({ code: 1, output: NX_FAILED }, 'types')]).toEqual([]);
});

test('prints the output of parallel runs task by task', () => {
  const printed: string[] = [];
  const [one, other] = [byTask((text) => printed.push(text)), byTask((text) => printed.push(text))];
  one.add(' NX  Running\n\n> nx run a:test\na ');
  other.add('\n> nx run b:eslint\n');
  one.add('passed\n\n> nx');
  other.add('b passed\n');
  other.end();
  one.add(' run c:test\nc passed\n');
  one.end();
  expect(printed).toEqual([
    ' NX  Running\n',
    '\n> nx run b:eslint\nb passed\n',
    '\n> nx run a:test\na passed\n',
    '\n> nx run c:test\nc passed\n',
  ]);
});

test.each([
  ['every test counts', 0, report(5, 0), { passed: 5, failed: 0 }],
  ['failed tests count', 1, report(4, 2), { passed: 4, failed: 2 }],
  [
    'a file that cannot be loaded is a failure',
    1,
    report(4, 0, [{ status: 'failed', assertionResults: [] }]),
    { passed: 4, failed: 1 },
  ],
  ['an error outside of all tests is a failure', 1, report(5, 0), { passed: 5, failed: 1 }],
  ['a run without a report is a failure', 1, undefined, { passed: 0, failed: 1 }],
])('%s', (_name, code, text, expected) => {
  expect(countRun(code !== 0, text)).toEqual(expected);
});

test('the last line sums up', () => {
  expect(
    lastLine(
      sum([
        { passed: 2, failed: 0 },
        { passed: 3, failed: 1 },
      ]),
    ),
  ).toBe('5 passed, 1 failed');
});

test('finds every project with tests', () => {
  expect(testedProjects().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['@course/test-kit', 'svc-funnel', '@course/e2e']),
  );
});
