import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const CLI = path.join(import.meta.dirname, 'cli.ts');
const FAILURE = path.join(import.meta.dirname, 'failure.ts');

/** Runs a program that calls `run` with a command that throws an error of this class. */
const exitOf = (run: string, error: string) => {
  const code = `import { ${run} } from '${CLI}';
    import { Failure, Stopped } from '${FAILURE}';
    ${run}(() => Promise.reject(new ${error}('Do this.')));`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  return { status, stderr };
};

test.each([
  ['a failure exits with 1 and one sentence', 'main', 'Failure', { status: 1, stderr: 'Do this.\n' }],
  ['a command that was stopped half-way is no success', 'main', 'Stopped', { status: 130, stderr: '' }],
  ['a command that runs until it is stopped succeeds then', 'mainUntilStopped', 'Stopped', { status: 0, stderr: '' }],
])('%s', (_name, run, error, expected) => {
  expect(exitOf(run, error)).toEqual(expected);
});
