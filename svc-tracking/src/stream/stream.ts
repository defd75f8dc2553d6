import { PAGE_VIEW_STREAM } from '@course/contracts';
import type { Redis } from '@course/service-kit';

/** The field of an entry that holds rows, as tuples encoded by `row-bytes.ts`. */
export const ROWS_FIELD = 'rows';

/** The consumer group of all writers: each entry goes to one of them. */
export const GROUP = 'writers';

/** True if Redis refused a command because it is full. */
export const isOutOfMemory = (error: unknown): boolean => error instanceof Error && error.message.startsWith('OOM');

const groupExists = (error: unknown): boolean => error instanceof Error && error.message.startsWith('BUSYGROUP');

/**
 * Creates the writers' group unless it exists. It starts at the stream's first entry, so that nothing stored before the
 * first writer is missed.
 */
export const createGroup = async (redis: Redis): Promise<void> => {
  await redis.xGroupCreate(PAGE_VIEW_STREAM.stream, GROUP, '0', { MKSTREAM: true }).catch((error: unknown) => {
    if (!groupExists(error)) throw error;
  });
};
