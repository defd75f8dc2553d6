import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { baseEnv } from '../env.ts';
import { PROJECT_ROOT } from '@course/federation/paths';
import type { StackFile } from '../stack/stack-file.ts';

export interface StartedStack {
  readonly pid: number;
  readonly lines: readonly string[];
  /** Resolves with the command's exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly file: () => StackFile;
}

const TIMEOUT_MS = 240_000;

/** Runs `npm start`'s command and resolves once it has printed a line that starts with `until`, or has exited. */
export const startStack = async (dataDir: string, port: number, until = 'Ready: '): Promise<StartedStack> => {
  const env = { ...baseEnv(), DATA_DIR: dataDir, PORT: String(port) };
  const child = spawn(
    process.execPath,
    [path.join(PROJECT_ROOT, 'packages/dev-stack/bin/run.mjs'), 'dev-stack/start'],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const lines = (): readonly string[] => output.trim().split('\n');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const isOver = (): boolean => child.exitCode !== null || lines().some((line) => line.startsWith(until));
  await vi.waitFor(() => isOver() || Promise.reject(new Error(output)), { timeout: TIMEOUT_MS, interval: 100 });
  return {
    pid: child.pid ?? 0,
    get lines() {
      return lines();
    },
    ended,
    kill: (signal) => void child.kill(signal),
    file: () => JSON.parse(readFileSync(path.join(dataDir, 'stack.json'), 'utf8')) as StackFile,
  };
};
