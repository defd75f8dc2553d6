import type { Redis } from '@course/service-kit';
import { GROUP, KEYS } from './keys.ts';

const isThere = (error: unknown): boolean => error instanceof Error && error.message.startsWith('BUSYGROUP');

/** Makes the writers' group where there is none. It begins at the stream's first entry, so that nothing taken before the first writer is missed. */
export const createGroup = async (redis: Redis): Promise<void> => {
  await redis.xGroupCreate(KEYS.stream, GROUP, '0', { MKSTREAM: true }).catch((error: unknown) => {
    if (!isThere(error)) throw error;
  });
};
