import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressFor, canConnect, type Credentials, localAddress, withClient } from '@course/ops/postgres/client';
import { postgresCommand } from '@course/dev-stack/postgres/cluster';
import { removeData } from '@course/dev-stack/postgres/data-folder';
import { SERVICE_ROLES } from '@course/ops/postgres/roles';
import { freePort } from '@course/dev-stack/process/ports';
import { redisBinary } from '@course/dev-stack/redis/binary';
import { redisAddress, redisAnswers, redisCommand } from '@course/dev-stack/redis/server';
import { startServer, type ServerProcess } from './server-process.ts';
import { DATABASE, templateCluster, type TemplateCluster } from './template-cluster.ts';

/** The addresses of a fresh database, migrated and granted. */
export interface Database {
  /** The owner's address: reads every schema. */
  readonly databaseUrl: string;
  /** The database as PostgreSQL's superuser, for what no owner may do. */
  readonly superuserUrl: string;
  readonly funnelDatabaseUrl: string;
  readonly trackingDatabaseUrl: string;
  /** Reads schema `analytics` and nothing else. */
  readonly analystUrl: string;
}

/** A database and a fresh Redis. */
export interface Stores extends Database {
  readonly redisUrl: string;
  /** Ends what was started for them, and deletes its data. */
  stop(): Promise<void>;
}

/** Stores on servers of their own, for tests that kill, silence or fill them. Addresses stay the same across restarts. */
export interface TestStores extends Stores {
  /** The servers' own pids now; others after a restart. */
  readonly postgresPid: number;
  readonly redisPid: number;
  /** Ends the server at once (SIGKILL, the default) or in order, and starts it on the same port and data. */
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
    // Workers' services share it, each with all its pools.
    maxConnections: 300,
    template: template.folder,
  };
  const command = await postgresCommand({ ...options, logFile: path.join(folder, 'postgres.log') });
  // Immediate shutdown: the data is deleted anyway.
  const store = await startServer('PostgreSQL', { ...command, stopSignal: 'SIGQUIT' }, () => canConnect(adminUrl));
  const again = (): Promise<void> => store.restart();
  // It refuses to start while what served the killed one's connections is still ending.
  const restart: ServerProcess['restart'] = (signal) => store.restart(signal).catch(again).catch(again);
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
/** More than the stores of a run grow to. */
const ROOM_BYTES = 4 * 1024 ** 3;

const hasMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
};

const aFolder = (place: 'memory' | 'disk'): string => {
  // Redis waits for the disk at every write, and a busy machine's disk lets it wait for seconds.
  const parent = place === 'memory' && hasMemory() ? MEMORY : tmpdir();
  const folder = realpathSync(mkdtempSync(path.join(parent, 'course-stores-')));
  // The user that runs PostgreSQL has to pass through; the data folders below are closed.
  chmodSync(folder, 0o711);
  return folder;
};

/**
 * Starts both stores, and waits until they answer. Their files are in memory where there is room:
 * that outlives the death of a process, which is what tests are about. Measurements want the disk.
 */
export const startTestStores = async (place: 'memory' | 'disk' = 'memory'): Promise<TestStores> => {
  const folder = aFolder(place);
  const [postgres, redis] = await Promise.all([startPostgres(folder), startRedis(folder)]);
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
    stop: async () => {
      await Promise.all([postgres.store.stop(), redis.store.stop()]);
      removeData(path.join(folder, 'postgres'));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A Redis alone. */
export const startTestRedis = async (): Promise<Pick<Stores, 'redisUrl' | 'stop'>> => {
  const folder = aFolder('memory');
  const { store, redisUrl } = await startRedis(folder);
  const stop = async (): Promise<void> => {
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { redisUrl, stop };
};

const inDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

/** Makes another database on the same server, as a migrated one begins. Nobody may be connected to the one it is copied from. */
export const copyDatabase = async (server: Database, name: string): Promise<Database> => {
  const owner = new URL(server.databaseUrl).username;
  const readers = Object.values(SERVICE_ROLES).join(', ');
  await withClient(inDatabase(server.superuserUrl, 'postgres'), async (client) => {
    await client.query(`create database ${name} template ${DATABASE} owner ${owner} strategy file_copy`);
    // A copy has all but the rights on the database itself.
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

/** Returns a database of its own on the server of these stores, and a Redis of its own. */
export const freshStoresOn = async (server: Database): Promise<Stores> => {
  const [database, redis] = await Promise.all([
    copyDatabase(server, `test_${randomBytes(6).toString('hex')}`),
    startTestRedis(),
  ]);
  return { ...database, ...redis };
};
