import { expect, it } from 'vitest';
import { isFull, memoryLimit, parseMemory } from './redis-memory-guard.ts';

const INFO =
  '# Memory\r\nused_memory:1048576\r\nused_memory_human:1.00M\r\ntotal_system_memory:8000000000\r\nmaxmemory:1000000\r\nmaxmemory_policy:noeviction\r\n';

it('reads what Redis says', () => {
  expect(parseMemory(INFO)).toEqual({ used: 1_048_576, max: 1_000_000, machine: 8_000_000_000 });
  expect(parseMemory('')).toEqual({ used: 0, max: 0, machine: 0 });
});

it.each([
  ['most of what Redis allows itself', { max: 1000, machine: 9000 }, undefined, 800],
  ['half of the machine when it sets no limit', { max: 0, machine: 9000 }, undefined, 4500],
  ['what is configured', { max: 0, machine: 9000 }, 700, 700],
  ['never more than Redis allows itself', { max: 1000, machine: 9000 }, 5000, 800],
  ['anything when nothing is known', { max: 0, machine: 0 }, undefined, Number.POSITIVE_INFINITY],
])('limits to %s', (_name, memory, configured, limit) => {
  expect(memoryLimit({ used: 0, ...memory }, configured)).toBe(limit);
});

it('refuses from the limit on, and takes again only when some has been freed', () => {
  expect([
    isFull(999, 1000, false),
    isFull(1000, 1000, false),
    isFull(960, 1000, true),
    isFull(949, 1000, true),
  ]).toEqual([false, true, true, false]);
});
