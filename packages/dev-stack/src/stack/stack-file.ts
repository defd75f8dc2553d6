import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeAtomically } from '@course/federation/files';
import { lockHolder } from '@course/federation/lock';
import { Failure } from '@course/ops/failure';
import type { StackEnv } from '../env.ts';

/** Where everything is, for tools and for people with psql. Holds passwords. */
export interface StackFile {
  /** The product on this machine, also where visitors type another address. */
  readonly url: string;
  readonly funnelUrl: string;
  readonly trackingUrl: string;
  /** The door by which teams publish: see `npm run remote`. */
  readonly releasesUrl: string;
  /** Reads every schema. */
  readonly databaseUrl: string;
  /** Reads schema `analytics` and nothing else: for psql, Metabase, Grafana. */
  readonly analystUrl: string;
  /** Opens the insights page; holds its token. */
  readonly insightsUrl: string;
  readonly redisUrl: string;
  /** Pages with every mail; none when a mail server was given. */
  readonly mailUrl?: string;
  /** The server processes themselves; a store that was given has none here. */
  readonly pids: Readonly<Record<string, number>>;
}

const place = (dataDir: string): string => path.join(dataDir, 'stack.json');

export const writeStackFile = (dataDir: string, content: StackFile): void =>
  writeAtomically(place(dataDir), `${JSON.stringify(content, null, 2)}\n`, 0o600);

export const removeStackFile = (dataDir: string): void => rmSync(place(dataDir), { force: true });

/** Of a stack that runs; throws when there is none. */
export const readStackFile = (dataDir: string): StackFile =>
  JSON.parse(readFileSync(place(dataDir), 'utf8')) as StackFile;

/** Held by the process that works with the data folder: a stack, or the backup of one that does not run. */
export const startLock = (dataDir: string): string => path.join(dataDir, 'start.lock');

/** Whether it is held. A crash leaves files behind that say otherwise. */
export const isHeld = (dataDir: string): boolean => lockHolder(startLock(dataDir)) !== undefined;

/** The stack that runs on this data folder, if one does. */
export const runningStack = (dataDir: string): StackFile | undefined =>
  isHeld(dataDir) && existsSync(place(dataDir)) ? readStackFile(dataDir) : undefined;

const VARIABLES = { databaseUrl: 'DATABASE_URL', redisUrl: 'REDIS_URL' } as const;

/** The address of a store that the environment names, else of the running stack's. Throws one sentence when there is neither. */
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
