import { createClient } from 'redis';
import { PAGE_VIEW_STREAM } from '@course/contracts';
import { waitUntil } from '@course/ops/wait';

type Redis = ReturnType<typeof createClient>;

const EMPTY_MAX_MS = 120_000;

/** A connection of its own, which does not outlive the use. */
export const withRedis = async <T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis: Redis = createClient({ url, socket: { reconnectStrategy: false } });
  redis.on('error', () => undefined);
  await redis.connect();
  try {
    return await use(redis);
  } finally {
    redis.destroy();
  }
};

/**
 * Resolves when the writers have committed and removed every page view. Asks Redis, because counting rows would cost
 * PostgreSQL a share of what is measured.
 */
export const streamIsEmpty = (redisUrl: string): Promise<void> =>
  waitUntil(() => withRedis(redisUrl, async (redis) => (await redis.xLen(PAGE_VIEW_STREAM.stream)) === 0), {
    what: 'the stream to be empty',
    timeoutMs: EMPTY_MAX_MS,
  });
