import { createClient } from 'redis';
import type { Logger } from '../logging.ts';
import { watchRedis } from './redis-watch.ts';

const RECONNECT_MAX_MS = 1000;
/**
 * For a server that accepts a connection and then says nothing. Pings and blocking reads return more often than this,
 * so a healthy connection is never silent for that long.
 */
const SILENCE_MAX_MS = 3000;
const QUEUE_MAX = 20_000;

const reconnectAfterMs = (retries: number): number => Math.min(50 * 2 ** Math.min(retries, 5), RECONNECT_MAX_MS);

const build = (url: string, name: string) =>
  createClient({
    url,
    name,
    socket: { reconnectStrategy: reconnectAfterMs, connectTimeout: 2000, socketTimeout: SILENCE_MAX_MS },
    // Commands do not wait for a reconnection: callers get an error at once, and nothing piles up.
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE_MAX,
    // The client's own time limit creates an AbortSignal per command, at 5 µs of CPU. Callers that need one set their
    // own.
    commandOptions: { timeout: 0 },
    maintNotifications: 'disabled',
  });

export type Redis = ReturnType<typeof build>;

/** Logs once that the store is unreachable, and once that it is back. */
const logOutages = (client: Redis, connection: string, logger: Logger): void => {
  let isUnreachable = false;
  client.on('error', (err: Error) => {
    if (!isUnreachable) logger.error({ connection, err }, 'Redis is unreachable, trying again');
    isUnreachable = true;
  });
  client.on('ready', () => {
    if (isUnreachable) logger.info({ connection }, 'Redis is back');
    isUnreachable = false;
  });
};

/** Connects a client in the background and logs its outages. */
const connect = (client: Redis, name: string, logger: Logger): Redis => {
  logOutages(client, name, logger);
  // Rejects only when the connection is closed on purpose.
  client.connect().catch(() => undefined);
  return client;
};

/**
 * Returns a client that connects and reconnects in the background. While it is not connected, commands reject at once.
 */
export const connectRedis = (url: string, name: string, logger: Logger): Redis => {
  const client = connect(build(url, name), name, logger);
  watchRedis(client);
  return client;
};

/**
 * Returns another connection like `redis`, for one command at a time, which blocks for a second or two; the client's
 * own `socketTimeout` detects silence there. A duplicate, because the package would otherwise create the hundreds of
 * methods of its commands again.
 */
export const connectBlockingRedis = (redis: Redis, name: string, logger: Logger): Redis =>
  connect(redis.duplicate({ name }), name, logger);
