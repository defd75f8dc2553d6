import type { Redis } from '@course/service-kit';
import { GROUP, KEYS } from '../stream/keys.ts';

export interface StreamStatus {
  readonly length: number;
  readonly pending: number;
  readonly dead: number;
  /** Memory that the stream takes in Redis. */
  readonly bytes: number;
  /** Age of the oldest entry in seconds, 0 when there is none. */
  readonly lagSeconds: number;
}

const ageSeconds = (streamId: string, now: number): number =>
  Math.max(0, (now - Number(streamId.split('-')[0])) / 1000);

/** Where the stream stands now. Rejects while Redis is away. */
export const streamStatus = async (redis: Redis): Promise<StreamStatus> => {
  const [length, dead, bytes, first, groups] = await Promise.all([
    redis.xLen(KEYS.stream),
    redis.xLen(KEYS.dead),
    redis.memoryUsage(KEYS.stream),
    redis.xRange(KEYS.stream, '-', '+', { COUNT: 1 }),
    redis.xInfoGroups(KEYS.stream).catch(() => []),
  ]);
  const pending = groups.find(({ name }) => name === GROUP)?.pending ?? 0;
  const oldest = first?.[0];
  return { length, dead, bytes: bytes ?? 0, pending, lagSeconds: oldest ? ageSeconds(oldest.id, Date.now()) : 0 };
};
