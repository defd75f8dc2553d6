import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeAtomically } from '@course/federation/files';
import { lockHolder } from '@course/federation/lock';
import { Failure } from '@course/ops/failure';
import type { StackEnv } from '../env.ts';

/** The addresses of a running stack, for tools and for people with psql. Contains passwords. */
export interface StackFile {
  /** The site on this machine, even if visitors type another address. */
  readonly url: string;
  readonly funnelUrl: string;
  readonly trackingUrl: string;
  /** The publishing API through which teams publish: see `npm run remote`. */
  readonly releasesUrl: string;
  /** Can read every schema. */
  readonly databaseUrl: string;
  /** Can read only the schema `analytics`: for psql, Metabase, Grafana. */
  readonly analystUrl: string;
  /** The insights page, with its token. */
  readonly insightsUrl: string;
  readonly redisUrl: string;
  /** The outbox's pages; absent if `SMTP_URL` is set. */
  readonly mailUrl?: string;
  /** Process ids by service name. Stores of `DATABASE_URL` and `REDIS_URL` have none. */
  readonly pids: Readonly<Record<string, number>>;
}

const stackFile = (dataDir: string): string => path.join(dataDir, 'stack.json');

export const writeStackFile = (dataDir: string, content: StackFile): void =>
  writeAtomically(stackFile(dataDir), `${JSON.stringify(content, null, 2)}\n`, 0o600);

export const removeStackFile = (dataDir: string): void => rmSync(stackFile(dataDir), { force: true });

/** Reads the file of a running stack. Throws if there is none. */
export const readStackFile = (dataDir: string): StackFile =>
  JSON.parse(readFileSync(stackFile(dataDir), 'utf8')) as StackFile;

/** Returns the path of the lock of the process that uses the data folder: a stack, or the backup of a stopped one. */
export const startLock = (dataDir: string): string => path.join(dataDir, 'start.lock');

/** Returns whether a process uses the data folder. After a crash, other files there look as if one did. */
export const isLocked = (dataDir: string): boolean => lockHolder(startLock(dataDir)) !== undefined;

/** Returns the stack that runs on this data folder, if any. */
export const runningStack = (dataDir: string): StackFile | undefined =>
  isLocked(dataDir) && existsSync(stackFile(dataDir)) ? readStackFile(dataDir) : undefined;

const VARIABLES = { databaseUrl: 'DATABASE_URL', redisUrl: 'REDIS_URL' } as const;

/**
 * Returns a store's address from the environment, else from the running stack. Throws a `Failure` if there is neither.
 */
export const storeAddress = (
  store: keyof typeof VARIABLES,
  env: Pick<StackEnv, keyof typeof VARIABLES | 'dataDir'>,
): string => {
  const address = env[store] ?? runningStack(env.dataDir)?.[store];
  if (address !== undefined) return address;
  throw new Failure(
    `No stack runs in ${env.dataDir}. Start it with npm start, set DATA_DIR to its folder, or set ${VARIABLES[store]}.`,
  );
};
