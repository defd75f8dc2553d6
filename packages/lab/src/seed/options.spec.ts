import { describe, expect, it } from 'vitest';
import { readSeedOptions } from './options.ts';

describe('options', () => {
  it('have defaults', () => {
    expect(readSeedOptions([])).toEqual({
      visitors: 10_000,
      days: 30,
      seed: 1,
      remove: false,
      yes: false,
      help: false,
    });
  });

  it.each([
    ['--visitors', '0'],
    ['--visitors', 'many'],
    ['--days', '401'],
    ['--days', '1.5'],
    ['--seed', '-1'],
    ['--other', '1'],
  ])('%s %s is refused with the usage', (name, value) => {
    expect(() => readSeedOptions([name, value])).toThrow(/npm run seed -- \[options\]/);
  });
});
