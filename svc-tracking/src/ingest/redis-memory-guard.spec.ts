import { createLogger, Metrics, type Redis } from '@course/service-kit';
import { afterEach, expect, it, vi } from 'vitest';
import type { Env } from '../platform/env.ts';
import { isFull, memoryLimit, parseMemory, RedisMemoryGuard } from './redis-memory-guard.ts';

afterEach(() => vi.useRealTimers());

const INFO =
  '# Memory\r\nused_memory:1048576\r\nused_memory_human:1.00M\r\ntotal_system_memory:8000000000\r\nmaxmemory:1000000\r\nmaxmemory_policy:noeviction\r\n';

it('parses the memory figures of Redis', () => {
  expect(parseMemory(INFO)).toEqual({ used: 1_048_576, max: 1_000_000, machine: 8_000_000_000 });
  expect(parseMemory('')).toEqual({ used: 0, max: 0, machine: 0 });
});

it.each([
  ['most of maxmemory', { max: 1000, machine: 9000 }, undefined, 800],
  ['half of the machine without maxmemory', { max: 0, machine: 9000 }, undefined, 4500],
  ['the configured one', { max: 0, machine: 9000 }, 700, 700],
  ['never more than maxmemory allows', { max: 1000, machine: 9000 }, 5000, 800],
  ['infinite if nothing is known', { max: 0, machine: 0 }, undefined, Number.POSITIVE_INFINITY],
])('the limit is %s', (_name, memory, configured, limit) => {
  expect(memoryLimit({ used: 0, ...memory }, configured)).toBe(limit);
});

it('refuses at the limit, and accepts again only once some memory has been freed', () => {
  expect([
    isFull(999, 1000, false),
    isFull(1000, 1000, false),
    isFull(960, 1000, true),
    isFull(949, 1000, true),
  ]).toEqual([false, true, true, false]);
});

it('keeps one timer while full, however often it is sampled', async () => {
  vi.useFakeTimers();
  const metrics = new Metrics();
  const info = vi.fn(() => Promise.resolve('used_memory:900\r\nmaxmemory:1000\r\n'));
  const redis = { info } as unknown as Redis;
  const guard = new RedisMemoryGuard({} as Env, redis, createLogger('svc-tracking', 'silent'), metrics);
  const gauge = metrics.registry.getSingleMetric('tracking_redis_used_bytes')!;
  for (let scrapes = 0; scrapes < 3; scrapes += 1) await gauge.get();
  expect([info.mock.calls.length, guard.isFull, vi.getTimerCount()]).toEqual([3, true, 1]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([info.mock.calls.length, vi.getTimerCount()]).toEqual([7, 1]);
});
