import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { processIdentity } from '@course/federation/identity';
import { scratchFolder } from '@course/test-kit/scratch';
import { expect, onTestFinished, test, vi } from 'vitest';
import { baseEnv } from '../env.ts';
import { type Command, launchPaused } from './launch.ts';

/** A program that creates the file `ran` in its folder, then runs on. */
const aProgram = (): { readonly command: Command; readonly hasRun: () => boolean } => {
  const folder = scratchFolder();
  const script = "require('fs').writeFileSync('ran', ''); setInterval(() => undefined, 1000)";
  return {
    command: {
      file: process.execPath,
      args: ['-e', script],
      env: baseEnv(),
      cwd: folder,
      logFile: path.join(folder, 'program.log'),
    },
    hasRun: () => existsSync(path.join(folder, 'ran')),
  };
};

const waitFor = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 50 });

test('a paused program runs once it is resumed, under the pid that it was given', async () => {
  const { command, hasRun } = aProgram();
  const paused = launchPaused(command);
  onTestFinished(() => paused.stop());
  const identity = processIdentity(paused.pid);
  paused.resume();
  await waitFor(() => expect(hasRun()).toBe(true));
  expect(processIdentity(paused.pid)).toBe(identity);
});

test('a paused program can be stopped, and has not run', async () => {
  const { command, hasRun } = aProgram();
  const paused = launchPaused(command);
  await paused.stop();
  paused.resume();
  expect(hasRun()).toBe(false);
  expect(paused.hasEnded()).toBe(true);
});

test('a paused program ends with a caller that is killed', async () => {
  const { command, hasRun } = aProgram();
  const launcher = JSON.stringify(path.join(import.meta.dirname, 'launch.ts'));
  const script = `import(${launcher}).then(({ launchPaused }) => process.stdout.write(String(launchPaused(${JSON.stringify(command)}).pid)))`;
  const caller = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(caller.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  expect(processIdentity(pid)).toBeDefined();
  caller.kill('SIGKILL');
  await waitFor(() => expect(processIdentity(pid)).toBeUndefined());
  expect(hasRun()).toBe(false);
});
