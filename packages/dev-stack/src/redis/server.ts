import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withRedis } from '@course/ops/redis';
import { baseEnv } from '../env.ts';
import type { Command } from '../process/launch.ts';

export interface RedisOptions {
  /** Folder of the append-only file; created if missing. */
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  readonly logFile: string;
}

export const redisAddress = (port: number, password: string): string =>
  `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;

// `always`: with `everysec` a kill can lose entries that were already acknowledged to a visitor's browser.
const configuration = ({ port, folder, password }: RedisOptions): string =>
  [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir "${folder}"`,
    `requirepass ${password}`,
    'appendonly yes',
    'appendfsync always',
    'maxmemory-policy noeviction',
    'save ""',
    'daemonize no',
    'databases 1',
  ].join('\n');

/**
 * A private Redis that writes every command to disk before it replies. Its password does not appear in the process
 * list.
 */
export const redisCommand = (binary: string, options: RedisOptions): Command => {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const file = path.join(options.folder, 'redis.conf');
  writeFileSync(file, `${configuration(options)}\n`, { mode: 0o600 });
  return { file: binary, args: [file], env: baseEnv(), cwd: options.folder, logFile: options.logFile };
};

/** Returns whether Redis replies and has finished loading its append-only file. */
export const redisAnswers = (redisUrl: string): Promise<boolean> =>
  withRedis(redisUrl, async (redis) => (await redis.ping()) === 'PONG');
