import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressFor, canConnect, type Credentials, localAddress, withClient } from '@course/ops/postgres/client';
import { postgresCommand } from '@course/dev-stack/postgres/cluster';
import { removeData } from '@course/dev-stack/postgres/data-folder';
import { SERVICE_ROLES } from '@course/ops/postgres/roles';
import { freePort } from '@course/dev-stack/process/ports';
import { redisBinary } from '@course/dev-stack/redis/binary';
import { temporaryDataDir } from '@course/dev-stack/stack/temporary-data-dir';
import { redisAddress, redisAnswers, redisCommand } from '@course/dev-stack/redis/server';
import { startServer, type ServerProcess } from './server-process.ts';
import { DATABASE, templateCluster, type TemplateCluster } from './template-cluster.ts';

/** The addresses of a fresh database with all migrations and grants. */
export interface Database {
  /** As the owner, who can read every schema. */
  readonly databaseUrl: string;
  /** As PostgreSQL's superuser, for what the owner may not do. */
  readonly superuserUrl: string;
  readonly funnelDatabaseUrl: string;
  readonly trackingDatabaseUrl: string;
  /** As an analyst, who can read only the schema `analytics`. */
  readonly analystUrl: string;
}

/** A database and a fresh Redis. */
export interface Stores extends Database {
  readonly redisUrl: string;
  /** Stops the servers that were started for them, and deletes their data. */
  stop(): Promise<void>;
}

/** Stores on servers of their own, for tests that kill, block or fill them. Addresses stay the same across restarts. */
export interface TestStores extends Stores {
  /** The servers' current pids; others after a restart. */
  readonly postgresPid: number;
  readonly redisPid: number;
  /** Ends the server with a signal, SIGKILL by default, and starts it with the same port and data. */
  restartPostgres(signal?: NodeJS.Signals): Promise<void>;
  restartRedis(signal?: NodeJS.Signals): Promise<void>;
}

const secret = (): string => randomBytes(18).toString('base64url');

const addressesIn = (
  databaseUrl: string,
  superuser: Credentials,
  passwords: TemplateCluster['passwords'],
): Database => {
  const as = (user: string, password: string): string => addressFor(databaseUrl, { user, password });
  return {
    databaseUrl,
    superuserUrl: as(superuser.user, superuser.password),
    funnelDatabaseUrl: as(SERVICE_ROLES.funnel, passwords.funnel),
    trackingDatabaseUrl: as(SERVICE_ROLES.tracking, passwords.tracking),
    analystUrl: as(SERVICE_ROLES.analyst, passwords.analyst),
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
    // The services of all workers share it, each with all its pools.
    maxConnections: 300,
    template: template.folder,
  };
  const command = await postgresCommand({ ...options, logFile: path.join(folder, 'postgres.log') });
  // Immediate shutdown: the data is deleted anyway.
  const store = await startServer('PostgreSQL', { ...command, stopSignal: 'SIGQUIT' }, () => canConnect(adminUrl));
  const retry = (): Promise<void> => store.restart();
  // PostgreSQL refuses to start while backends of the killed server are still ending.
  const restart: ServerProcess['restart'] = (signal) => store.restart(signal).catch(retry).catch(retry);
  return { store, restart, database: addressesIn(localAddress(port, DATABASE, owner), superuser, passwords) };
};

const startRedis = async (folder: string) => {
  const [port, password] = [await freePort(), secret()];
  const redisUrl = redisAddress(port, password);
  const options = { folder: path.join(folder, 'redis'), port, password, logFile: path.join(folder, 'redis.log') };
  const command = redisCommand(await redisBinary(), options);
  const store = await startServer('Redis', { ...command, stopSignal: 'SIGKILL' }, () => redisAnswers(redisUrl));
  return { store, redisUrl };
};

const MEMORY = '/dev/shm';
/** More than a run's stores need. */
const NEEDED_BYTES = 4 * 1024 ** 3;

const hasMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
};

/** Creates a folder that `remove` deletes, at the latest when this process exits. */
const createFolder = (medium: 'memory' | 'disk') => {
  // Redis waits for the disk at every write, which can take seconds on a busy machine.
  const parent = medium === 'memory' && hasMemory() ? MEMORY : tmpdir();
  const folder = temporaryDataDir('course-stores-', parent);
  const remove = (): void => {
    process.off('exit', remove);
    removeData(path.join(folder, 'postgres'));
    // Processes of a killed PostgreSQL may still write for a moment.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('exit', remove);
  return { folder, remove };
};

/** Starts servers in a folder that is removed when they stop. If one cannot be started, the others are stopped. */
const startIn = async <const T extends readonly Promise<{ readonly store: ServerProcess }>[]>(
  medium: 'memory' | 'disk',
  start: (folder: string) => T,
) => {
  const { folder, remove } = createFolder(medium);
  const starts = start(folder);
  const stop = async (): Promise<void> => {
    const results = await Promise.allSettled(starts);
    await Promise.all(results.map((result) => (result.status === 'fulfilled' ? result.value.store.stop() : undefined)));
    remove();
  };
  const servers = await Promise.all(starts).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { servers, stop };
};

/**
 * Starts both stores and waits until they are ready. Their files are in memory if there is room, where they survive the
 * death of a process, as tests need. Measurements use the disk.
 */
export const startTestStores = async (medium: 'memory' | 'disk' = 'memory'): Promise<TestStores> => {
  const { servers, stop } = await startIn(medium, (folder) => [startPostgres(folder), startRedis(folder)]);
  const [postgres, redis] = servers;
  return {
    ...postgres.database,
    redisUrl: redis.redisUrl,
    get postgresPid() {
      return postgres.store.pid;
    },
    get redisPid() {
      return redis.store.pid;
    },
    restartPostgres: postgres.restart,
    restartRedis: redis.store.restart,
    stop,
  };
};

/** Starts only a Redis. */
export const startTestRedis = async (): Promise<Pick<Stores, 'redisUrl' | 'stop'>> => {
  const { servers, stop } = await startIn('memory', (folder) => [startRedis(folder)]);
  return { redisUrl: servers[0].redisUrl, stop };
};

const inDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

/** Creates another freshly migrated database on the same server. The server's first one must have no connections. */
export const copyDatabase = async (server: Database, name: string): Promise<Database> => {
  const owner = new URL(server.databaseUrl).username;
  const readers = Object.values(SERVICE_ROLES).join(', ');
  await withClient(inDatabase(server.superuserUrl, 'postgres'), async (client) => {
    await client.query(`create database ${name} template ${DATABASE} owner ${owner} strategy file_copy`);
    // A copy lacks only the rights on the database itself.
    await client.query(`revoke all on database ${name} from public`);
    await client.query(`grant connect on database ${name} to ${readers}`);
  });
  return {
    databaseUrl: inDatabase(server.databaseUrl, name),
    superuserUrl: inDatabase(server.superuserUrl, name),
    funnelDatabaseUrl: inDatabase(server.funnelDatabaseUrl, name),
    trackingDatabaseUrl: inDatabase(server.trackingDatabaseUrl, name),
    analystUrl: inDatabase(server.analystUrl, name),
  };
};

/** Creates a database on the server of these stores, and starts a Redis. */
export const freshStoresOn = async (server: Database): Promise<Stores> => {
  const [database, redis] = await Promise.all([
    copyDatabase(server, `test_${randomBytes(6).toString('hex')}`),
    startTestRedis(),
  ]);
  return { ...database, ...redis };
};
