import { expect, it } from 'vitest';
import { brokenPromises } from './redis-promises.ts';

const safe = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' };

it('finds nothing wrong with a safe Redis', () => {
  expect(brokenPromises(safe)).toEqual([]);
});

it.each([
  [{ appendonly: 'no' }, 'restart'],
  [{ appendfsync: 'everysec' }, 'crash'],
  [{ 'maxmemory-policy': 'allkeys-lru' }, 'full'],
])('names the consequence of %j', (change, consequence) => {
  expect(brokenPromises({ ...safe, ...change })).toEqual([expect.stringContaining(consequence)]);
});

it('counts an unknown setting as a broken promise', () => {
  expect(brokenPromises({})).toHaveLength(3);
});
