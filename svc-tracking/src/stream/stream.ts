import { PAGE_VIEW_STREAM } from '@course/contracts';
import type { Redis } from '@course/service-kit';

/** The field of an entry as the service writes it: tuples as `row-bytes.ts` has them. */
export const ROWS_FIELD = 'rows';

/** The consumer group of all writers: each entry goes to one of them. */
export const GROUP = 'writers';

/** True if Redis refused a command because it is full. */
export const isOutOfMemory = (error: unknown): boolean => error instanceof Error && error.message.startsWith('OOM');

const isThere = (error: unknown): boolean => error instanceof Error && error.message.startsWith('BUSYGROUP');

/** Makes the writers' group where there is none. It begins at the stream's first entry, so that nothing taken before the first writer is missed. */
export const createGroup = async (redis: Redis): Promise<void> => {
  await redis.xGroupCreate(PAGE_VIEW_STREAM.stream, GROUP, '0', { MKSTREAM: true }).catch((error: unknown) => {
    if (!isThere(error)) throw error;
  });
};
