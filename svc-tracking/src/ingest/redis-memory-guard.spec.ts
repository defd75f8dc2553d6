import { expect, it } from 'vitest';
import { isFull, memoryLimit, parseMemory } from './redis-memory-guard.ts';

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
