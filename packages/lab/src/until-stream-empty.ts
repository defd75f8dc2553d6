import { PAGE_VIEW_STREAM } from '@course/contracts';
import type { Redis } from '@course/ops/redis';
import { waitUntil } from '@course/ops/wait';

const EMPTY_MAX_MS = 120_000;

/**
 * Resolves when the writers have committed every page view and removed it from the stream. Polls Redis over one
 * connection, because counting rows or connecting for each poll would take CPU time from what is measured.
 */
export const untilStreamEmpty = (redis: Redis): Promise<void> =>
  waitUntil(async () => (await redis.xLen(PAGE_VIEW_STREAM.stream)) === 0, {
    what: 'the stream to be empty',
    timeoutMs: EMPTY_MAX_MS,
    pollMs: 5,
  });
