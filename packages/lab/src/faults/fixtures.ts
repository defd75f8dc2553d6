import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { baseEnv } from '@course/dev-stack/env';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/ops/paths';
import { launch, type Command, type Running } from '@course/dev-stack/process/launch';
import { freePort } from '@course/dev-stack/process/ports';
import { TRACKING_FLAGS } from '@course/dev-stack/stack/service-specs';
import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import { waitUntil } from '@course/ops/wait';

export const VICTIMS = ['service', 'writer', 'redis', 'postgres'] as const;
export type Victim = (typeof VICTIMS)[number];

const BUILD = path.join(PROJECT_ROOT, 'svc-tracking/dist');
/** A copy, so that a build beside us takes nothing away; inside the project, where the program finds its packages. */
const COPY = path.join(PROJECT_ROOT, 'svc-tracking/.test-results', `faults-${process.pid}`);
/** How many processes that take page views, and how many that write them. */
const SERVICES = 2;
const WRITERS = 2;
const START_MAX_MS = 180_000;
/** PostgreSQL refuses to start while a killed one's sessions still end. */
const STORE_START_TRIES = 5;

interface Program {
  readonly url: string;
  /** Resolves once it takes calls. */
  readonly isUp: () => Promise<void>;
  /** Ends it and starts it again. Resolves once it is started, before it is up. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Two services, two writers, a PostgreSQL and a Redis, all of which may be killed. */
export interface Fixtures {
  readonly stores: TestStores;
  /** Where page views are taken. */
  readonly urls: readonly string[];
  /** Ends one with SIGKILL and starts it again. A program may still be starting then; of each kind one at least is up. */
  kill(victim: Victim, which: number): Promise<void>;
  /** Resolves once all programs are up. */
  isUp(): Promise<void>;
  /** Starts a store that was killed and kept down. */
  startAgain(store: 'redis' | 'postgres'): Promise<void>;
  stop(): Promise<void>;
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) }).then(({ ok }) => ok);

const startProgram = async (name: string, folder: string, vars: Readonly<Record<string, string>>): Promise<Program> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command: Command = {
    file: process.execPath,
    args: [...TRACKING_FLAGS, path.join(COPY, 'main.mjs')],
    env: { ...baseEnv(), NODE_ENV: 'production', PORT: String(port), ...vars },
    cwd: PROJECT_ROOT,
    logFile: path.join(folder, `${name}.log`),
    inOurGroup: true,
  };
  let running: Running;
  let up: Promise<void>;
  const start = (): void => {
    const started = launch(command);
    running = started;
    // Killed while it starts, it is another one that comes up.
    const isGone = (): boolean => running !== started;
    const giveUp = () =>
      started.hasEnded() && !isGone() ? `${name} ended at once, see ${command.logFile}` : undefined;
    up = waitUntil(async () => isGone() || answers(url), { what: name, timeoutMs: START_MAX_MS, giveUp });
    up.catch(() => undefined);
  };
  start();
  const killNow = (): void => running.kill('SIGKILL');
  process.once('exit', killNow);
  const kill = async (): Promise<void> => {
    const killed = running;
    killed.kill('SIGKILL');
    await killed.ended;
    start();
  };
  const stop = async (): Promise<void> => {
    process.off('exit', killNow);
    await running.stop();
  };
  return { url, isUp: () => up, kill, stop };
};

const persistently = async (start: () => Promise<void>): Promise<void> => {
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
  const folder = mkdtempSync(path.join(tmpdir(), 'course-faults-'));
  const stores = await startTestStores();
  const vars = {
    DATABASE_URL: stores.trackingDatabaseUrl,
    REDIS_URL: stores.redisUrl,
    PUBLIC_URL: 'http://localhost:3000',
    PAGE_VIEW_KEYS: randomBytes(24).toString('hex'),
    RATE_LIMITS: 'off',
    WRITER_CLAIM_IDLE_MS: '1000',
    LOG_LEVEL: 'warn',
  };
  const several = (name: string, count: number, more: Record<string, string>): Promise<Program[]> =>
    Promise.all(
      Array.from({ length: count }, (_, number) => startProgram(`${name}-${number + 1}`, folder, { ...vars, ...more })),
    );
  const [services, writers] = await Promise.all([
    several('service', SERVICES, { WRITER: 'off' }),
    several('writer', WRITERS, {}),
  ]);
  const startAgain: Fixtures['startAgain'] = (store) =>
    persistently(() => (store === 'redis' ? stores.restartRedis() : stores.restartPostgres()));
  const kill = async (victim: Victim, which: number): Promise<void> => {
    if (victim === 'redis' || victim === 'postgres') return startAgain(victim);
    const programs = victim === 'service' ? services : writers;
    const others = programs.filter((_, number) => number !== which % programs.length);
    await Promise.all(others.map((program) => program.isUp()));
    await programs[which % programs.length]?.kill();
  };
  const isUp = async (): Promise<void> =>
    void (await Promise.all([...services, ...writers].map((program) => program.isUp())));
  const stop = async (): Promise<void> => {
    await Promise.all([...services, ...writers].map((program) => program.stop()));
    await stores.stop();
    for (const made of [folder, COPY]) rmSync(made, { recursive: true, force: true });
  };
  try {
    await isUp();
  } catch (error) {
    await stop();
    throw error;
  }
  return { stores, isUp, urls: services.map(({ url }) => url), kill, startAgain, stop };
};
