import path from 'node:path';
import type { StackEnv } from '../env.ts';
import { Failure } from '@course/ops/failure';
import { canConnect, localAddress, withClient } from '@course/ops/postgres/client';
import { postgresCommand, SUPERUSER } from '../postgres/cluster.ts';
import { revokePublicRights } from '@course/ops/postgres/public-rights';
import { ensureDatabase } from '@course/ops/postgres/roles';
import { freePort } from '../process/ports.ts';
import { redisBinary } from '../redis/binary.ts';
import { redisAddress, redisAnswers, redisCommand } from '../redis/server.ts';
import type { Supervisor } from '../supervise/supervisor.ts';
import type { Secrets } from './secrets.ts';

export interface StoreContext {
  readonly env: StackEnv;
  readonly secrets: Secrets;
  readonly supervisor: Supervisor;
  readonly say: (line: string) => void;
}

export const logFile = (env: StackEnv, name: string): string => path.join(env.dataDir, 'logs', `${name}.log`);

const DATABASE = 'course';
const OWNER = 'course';

const embeddedPostgres = async ({ env, secrets, supervisor }: StoreContext): Promise<string> => {
  const port = await freePort();
  const folder = path.join(env.dataDir, 'postgres');
  const command = await postgresCommand({
    folder,
    port,
    superuserPassword: secrets.postgresSuperuser,
    logFile: logFile(env, 'postgres'),
  });
  const adminUrl = localAddress(port, 'postgres', { user: SUPERUSER, password: secrets.postgresSuperuser });
  await supervisor.start({ name: 'postgres', command, isReady: () => canConnect(adminUrl) });
  const owner = { user: OWNER, password: secrets.databaseOwner };
  await withClient(adminUrl, (client) => ensureDatabase(client, DATABASE, owner));
  const superuserUrl = localAddress(port, DATABASE, { user: SUPERUSER, password: secrets.postgresSuperuser });
  await withClient(superuserUrl, (client) => revokePublicRights(client, owner.user));
  return localAddress(port, DATABASE, owner);
};

/** Returns an address without its password, for messages. */
const withoutPassword = (address: string): string => {
  const url = new URL(address);
  url.password = '';
  return url.href;
};

const requireReachable = async (
  name: string,
  address: string,
  check: (address: string) => Promise<boolean>,
): Promise<string> => {
  try {
    await check(address);
    return address;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new Failure(
      `${name} (${withoutPassword(address)}) does not respond: ${reason}. Start that server or correct ${name}; without it an embedded one is used.`,
    );
  }
};

/** Returns the address of the PostgreSQL in `DATABASE_URL`, or starts an embedded one. */
export const startPostgres = async (context: StoreContext): Promise<string> => {
  const { databaseUrl } = context.env;
  const address = databaseUrl
    ? await requireReachable('DATABASE_URL', databaseUrl, canConnect)
    : await embeddedPostgres(context);
  context.say(databaseUrl ? `PostgreSQL: ${withoutPassword(address)}` : 'PostgreSQL is up');
  return address;
};

const privateRedis = async ({ env, secrets, supervisor, say }: StoreContext): Promise<string> => {
  const binary = await redisBinary(say);
  const port = await freePort();
  const address = redisAddress(port, secrets.redis);
  const command = redisCommand(binary, {
    folder: path.join(env.dataDir, 'redis'),
    port,
    password: secrets.redis,
    logFile: logFile(env, 'redis'),
  });
  await supervisor.start({ name: 'redis', command, isReady: () => redisAnswers(address) });
  return address;
};

/** Returns the address of the Redis in `REDIS_URL`, or starts a private one. */
export const startRedis = async (context: StoreContext): Promise<string> => {
  const { redisUrl } = context.env;
  const address = redisUrl ? await requireReachable('REDIS_URL', redisUrl, redisAnswers) : await privateRedis(context);
  context.say(redisUrl ? `Redis: ${withoutPassword(address)}` : 'Redis is up');
  return address;
};
