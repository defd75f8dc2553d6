import { createClient, ErrorReply } from 'redis';

export { ErrorReply };

export type Redis = ReturnType<typeof createClient>;

const CONNECT_TIMEOUT_MS = 3000;

/** Runs `use` with a connection, which is never reconnected and always closed. */
export const withRedis = async <T>(redisUrl: string, use: (redis: Redis) => Promise<T>): Promise<T> => {
  const socket = { reconnectStrategy: false, connectTimeout: CONNECT_TIMEOUT_MS } as const;
  const redis: Redis = createClient({ url: redisUrl, socket });
  // A connection that breaks while it is idle must not end this process; the next command reports it.
  redis.on('error', () => undefined);
  await redis.connect();
  try {
    return await use(redis);
  } finally {
    redis.destroy();
  }
};
