import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressFor, localAddress, type Credentials } from '@course/ops/postgres/address';
import { canConnect } from '@course/ops/postgres/client';
import { postgresCommand } from '@course/dev-stack/postgres/cluster';
import { removeData } from '@course/dev-stack/postgres/data-folder';
import { SERVICE_ROLES } from '@course/ops/postgres/roles';
import { launch, type Command, type Running } from '@course/dev-stack/process/launch';
import { lastLines } from '@course/dev-stack/process/log-file';
import { freePort } from '@course/dev-stack/process/ports';
import { redisBinary } from '@course/dev-stack/redis/binary';
import { redisAddress, redisAnswers, redisCommand } from '@course/dev-stack/redis/server';
import { waitUntil } from '@course/ops/wait';
import { DATABASE, templateCluster } from './template-cluster.ts';

/** A fresh PostgreSQL and a fresh Redis, migrated and granted. Addresses stay the same across restarts. */
export interface TestStores {
  /** The owner's address: reads every schema. */
  readonly databaseUrl: string;
  /** The database as PostgreSQL's superuser, for what no owner may do. */
  readonly superuserUrl: string;
  readonly funnelDatabaseUrl: string;
  readonly trackingDatabaseUrl: string;
  /** Reads schema `analytics` and nothing else. */
  readonly analystUrl: string;
  readonly redisUrl: string;
  /** The servers' own pids now; others after a restart. */
  readonly postgresPid: number;
  readonly redisPid: number;
  /** Ends the server at once (SIGKILL, the default) or in order, and starts it on the same port and data. */
  restartPostgres(signal?: NodeJS.Signals): Promise<void>;
  restartRedis(signal?: NodeJS.Signals): Promise<void>;
  /** Stops both and deletes their data. */
  stop(): Promise<void>;
}

interface Store {
  readonly pid: number;
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const secret = (): string => randomBytes(18).toString('base64url');

const runStore = async (name: string, command: Command, isReady: () => Promise<boolean>): Promise<Store> => {
  let running: Running;
  const killNow = (): void => running.kill('SIGKILL');
  const start = async (): Promise<void> => {
    running = launch({ ...command, inOurGroup: true });
    const giveUp = () => (running.hasEnded() ? `${name} ended at once:\n${lastLines(command.logFile)}` : undefined);
    await waitUntil(isReady, { what: name, timeoutMs: START_TIMEOUT_MS, giveUp });
  };
  const restart = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    running.kill(signal);
    await running.ended;
    await start();
  };
  await start();
  // A test run that ends early must not leave servers behind.
  process.once('exit', killNow);
  return {
    get pid() {
      return running.pid;
    },
    restart,
    stop: async () => {
      process.off('exit', killNow);
      await running.stop();
    },
  };
};

const startPostgres = async (folder: string) => {
  const [template, port] = [await templateCluster(), await freePort()];
  const { superuser, owner, passwords } = template;
  const adminUrl = localAddress(port, 'postgres', superuser);
  const options = {
    folder: path.join(folder, 'postgres'),
    port,
    superuserPassword: superuser.password,
    fsync: false,
    template: template.folder,
  };
  const command = await postgresCommand({ ...options, logFile: path.join(folder, 'postgres.log') });
  const store = await runStore('PostgreSQL', command, () => canConnect(adminUrl));
  const databaseUrl = localAddress(port, DATABASE, owner);
  const role = (user: string, password: string): Credentials => ({ user, password });
  return {
    store,
    databaseUrl,
    superuserUrl: localAddress(port, DATABASE, superuser),
    funnelDatabaseUrl: addressFor(databaseUrl, role(SERVICE_ROLES.funnel, passwords.funnel)),
    trackingDatabaseUrl: addressFor(databaseUrl, role(SERVICE_ROLES.tracking, passwords.tracking)),
    analystUrl: addressFor(databaseUrl, role(SERVICE_ROLES.analyst, passwords.analyst)),
  };
};

const startRedis = async (folder: string) => {
  const [port, password] = [await freePort(), secret()];
  const redisUrl = redisAddress(port, password);
  const options = { folder: path.join(folder, 'redis'), port, password, logFile: path.join(folder, 'redis.log') };
  const store = await runStore('Redis', redisCommand(await redisBinary(), options), () => redisAnswers(redisUrl));
  return { store, redisUrl };
};

/** Starts the stores that tests need, in a temporary folder, and waits until both answer. */
export const startTestStores = async (): Promise<TestStores> => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'course-stores-')));
  // The user that runs PostgreSQL has to pass through; the data folders below are closed.
  chmodSync(folder, 0o711);
  const [postgres, redis] = await Promise.all([startPostgres(folder), startRedis(folder)]);
  return {
    databaseUrl: postgres.databaseUrl,
    superuserUrl: postgres.superuserUrl,
    funnelDatabaseUrl: postgres.funnelDatabaseUrl,
    trackingDatabaseUrl: postgres.trackingDatabaseUrl,
    analystUrl: postgres.analystUrl,
    redisUrl: redis.redisUrl,
    get postgresPid() {
      return postgres.store.pid;
    },
    get redisPid() {
      return redis.store.pid;
    },
    restartPostgres: postgres.store.restart,
    restartRedis: redis.store.restart,
    stop: async () => {
      await Promise.all([postgres.store.stop(), redis.store.stop()]);
      removeData(path.join(folder, 'postgres'));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
