import { expect, it } from 'vitest';
import { unsafeSettings } from './redis-durability.ts';

const safe = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' };

it('finds nothing wrong with a safe Redis', () => {
  expect(unsafeSettings(safe)).toEqual([]);
});

it.each([
  [{ appendonly: 'no' }, 'restart'],
  [{ appendfsync: 'everysec' }, 'crash'],
  [{ 'maxmemory-policy': 'allkeys-lru' }, 'full'],
])('names the consequence of %j', (change, consequence) => {
  expect(unsafeSettings({ ...safe, ...change })).toEqual([expect.stringContaining(consequence)]);
});

it('counts an unknown setting as unsafe', () => {
  expect(unsafeSettings({})).toHaveLength(3);
});
