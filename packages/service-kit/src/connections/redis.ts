import { createClient } from 'redis';
import type { Logger } from '../logging.ts';
import { watchRedis } from './redis-watch.ts';

const RECONNECT_MAX_MS = 1000;
/** For a server that accepts a connection and then says nothing. The watch pings, and blocking reads return, more often, so that no healthy connection is silent for so long. */
const SILENCE_MAX_MS = 3000;
const QUEUE_MAX = 20_000;

const reconnectAfterMs = (retries: number): number => Math.min(50 * 2 ** Math.min(retries, 5), RECONNECT_MAX_MS);

const build = (url: string, name: string) =>
  createClient({
    url,
    name,
    socket: { reconnectStrategy: reconnectAfterMs, connectTimeout: 2000, socketTimeout: SILENCE_MAX_MS },
    // A command waits for no reconnection: the caller gets an error at once, and nothing piles up.
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE_MAX,
    // The client's own time limit makes an AbortSignal a command, 5 us of CPU each; callers set theirs where they need one.
    commandOptions: { timeout: 0 },
    maintNotifications: 'disabled',
  });

export type Redis = ReturnType<typeof build>;

/** Logs that the store went away and that it is back, once each. */
const reportChanges = (client: Redis, connection: string, logger: Logger): void => {
  let isAway = false;
  client.on('error', (err: Error) => {
    if (!isAway) logger.error({ connection, err }, 'Redis is away, trying again');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) logger.info({ connection }, 'Redis is back');
    isAway = false;
  });
};

/** Reports on a client and connects it in the background. */
const connect = (client: Redis, name: string, logger: Logger): Redis => {
  reportChanges(client, name, logger);
  // Rejects only when the connection is given up on purpose.
  client.connect().catch(() => undefined);
  return client;
};

/** Returns a connection that is made in the background and made again for as long as it takes. Until then commands reject at once. */
export const connectRedis = (url: string, name: string, logger: Logger): Redis => {
  const client = connect(build(url, name), name, logger);
  watchRedis(client);
  return client;
};

/**
 * Another connection like `redis`, for one command at a time, which blocks for a second or two: when that falls silent,
 * the client's own limit notices. A duplicate, because the package makes the methods of its commands, hundreds of them,
 * anew for each client otherwise.
 */
export const connectBlockingRedis = (redis: Redis, name: string, logger: Logger): Redis =>
  connect(redis.duplicate({ name }), name, logger);
