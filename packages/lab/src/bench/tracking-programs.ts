import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { baseEnv } from '@course/dev-stack/env';
import { Failure } from '@course/ops/failure';
import { TRACKING_FLAGS } from '@course/dev-stack/stack/service-specs';
import type { Stores } from '@course/test-kit/test-stores';

export interface BenchProgram {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

const portOf = async (child: ChildProcess): Promise<number> => {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const port = /"port":(\d+)/.exec(output)?.[1];
    if (port) return Number(port);
  }
  throw new Failure(`The program ended before it listened: ${output}`);
};

const run = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<BenchProgram> => {
  const child = spawn(process.execPath, args, {
    env: { ...baseEnv(), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = once(child, 'exit');
  const port = await portOf(child);
  child.stdout?.resume();
  const stop = async (): Promise<void> => {
    process.off('exit', killNow);
    child.kill('SIGTERM');
    const killer = setTimeout(killNow, 10_000);
    await ended;
    clearTimeout(killer);
  };
  return { pid: child.pid ?? 0, port, stop };
};

export const runEcho = (): Promise<BenchProgram> => run([path.join(import.meta.dirname, 'echo-server.mjs')], {});

export interface TrackingBench {
  /** The checkout whose build is measured. */
  readonly root: string;
  readonly stores: Stores;
}

/** svc-tracking as the stack runs it. */
export const runTracking = (
  { root, stores }: TrackingBench,
  more: Readonly<Record<string, string>> = {},
): Promise<BenchProgram> =>
  run([...TRACKING_FLAGS, path.join(root, 'svc-tracking/dist/main.mjs')], {
    DATABASE_URL: stores.trackingDatabaseUrl,
    REDIS_URL: stores.redisUrl,
    PUBLIC_URL: 'http://localhost:3000',
    PAGE_VIEW_KEYS: 'a-key-of-this-bench-0123',
    RATE_LIMITS: 'off',
    ...more,
  });
