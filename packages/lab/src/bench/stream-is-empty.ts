import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'redis';
import { PAGE_VIEW_KEYS } from '@course/contracts';

const POLL_MS = 2;

/** Resolves when the writer has committed and removed every page view. Asks Redis, because counting rows would cost PostgreSQL a share of what is measured. */
export const streamIsEmpty = async (redisUrl: string): Promise<void> => {
  const redis = await createClient({ url: redisUrl }).connect();
  while ((await redis.xLen(PAGE_VIEW_KEYS.stream)) > 0) await pause(POLL_MS);
  redis.destroy();
};
