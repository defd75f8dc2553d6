import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import type { RunningProgram } from '@course/test-kit/server-process';
import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import { startTracking } from '../programs.ts';

export const FAULT_TARGETS = ['service', 'writer', 'redis', 'postgres'] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

const BUILD = path.join(PROJECT_ROOT, 'svc-tracking/dist');
/** A copy, because another build may replace the original. Inside the project, where the program finds its packages. */
const COPY = path.join(PROJECT_ROOT, 'svc-tracking/.test-results', `faults-${process.pid}`);
const COPY_MAIN = path.join(COPY, 'main.mjs');
const VARS = { WRITER_CLAIM_IDLE_MS: '1000', LOG_LEVEL: 'warn' };
/** The number of processes that accept page views, and of those that write them. */
const SERVICES = 2;
const WRITERS = 2;
/** PostgreSQL refuses to start while backends of the killed server are still ending. */
const STORE_START_TRIES = 5;

interface Program {
  readonly server: RunningProgram;
  /** Resolves once it accepts requests. */
  up: Promise<void>;
}

/** Two services, two writers, a PostgreSQL and a Redis, all of which may be killed. */
export interface Fixtures {
  readonly stores: TestStores;
  /** Addresses of the services that accept page views. */
  readonly urls: readonly string[];
  /**
   * Ends one with SIGKILL and starts it again. Resolves before a program is up, but at least one of each kind always
   * is.
   */
  kill(target: FaultTarget, which: number): Promise<void>;
  /** Resolves once all programs are up. */
  untilUp(): Promise<void>;
  /** Starts a store that was killed. */
  restartStore(store: 'redis' | 'postgres'): Promise<void>;
  stop(): Promise<void>;
}

const withRetries = async (start: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt >= STORE_START_TRIES) throw error;
    }
  }
};

export const startFixtures = async (): Promise<Fixtures> => {
  if (!existsSync(path.join(BUILD, 'main.mjs')))
    throw new Failure('svc-tracking is not built. Type: npx nx build svc-tracking');
  cpSync(BUILD, COPY, { recursive: true });
  const stores = await startTestStores();
  const services: Program[] = [];
  const writers: Program[] = [];
  const restartStore: Fixtures['restartStore'] = (store) =>
    withRetries(() => (store === 'redis' ? stores.restartRedis() : stores.restartPostgres()));
  const kill = async (target: FaultTarget, which: number): Promise<void> => {
    if (target === 'redis' || target === 'postgres') return restartStore(target);
    const programs = target === 'service' ? services : writers;
    const program = programs[which % programs.length];
    if (!program) return;
    await Promise.all(programs.filter((other) => other !== program).map(({ up }) => up));
    program.up = program.server.restart('SIGKILL');
    program.up.catch(() => undefined);
  };
  const untilUp = async (): Promise<void> => void (await Promise.all([...services, ...writers].map(({ up }) => up)));
  const stop = async (): Promise<void> => {
    await Promise.all([...services, ...writers].map(({ server }) => server.stop()));
    await stores.stop();
    rmSync(COPY, { recursive: true, force: true });
  };
  const add = async (programs: Program[], count: number, vars: Readonly<Record<string, string>>): Promise<void> => {
    for (let number = 0; number < count; number += 1) {
      const server = await startTracking({ main: COPY_MAIN, stores }, { ...VARS, ...vars });
      programs.push({ server, up: Promise.resolve() });
    }
  };
  try {
    await add(services, SERVICES, { WRITER: 'off' });
    await add(writers, WRITERS, {});
  } catch (error) {
    await stop();
    throw error;
  }
  return { stores, untilUp, urls: services.map(({ server }) => server.url), kill, restartStore, stop };
};
