import { describe, expect, it } from 'vitest';
import { commandLine } from '@course/federation/command-line';
import { withSeedOptions, type SeedOptions } from './options.ts';

const read = async (...args: string[]): Promise<SeedOptions | undefined> => {
  const { program, run } = commandLine('npm run seed --', () => undefined);
  let read: SeedOptions | undefined;
  withSeedOptions(program).action((options: SeedOptions) => void (read = options));
  await run(args);
  return read;
};

describe('options', () => {
  it('have defaults', async () => {
    expect(await read()).toEqual({
      visitors: 10_000,
      days: 30,
      seed: 1,
      remove: false,
      yes: false,
    });
  });

  it.each([
    ['--visitors', '0'],
    ['--visitors', 'many'],
    ['--days', '401'],
    ['--days', '1.5'],
    ['--seed', '-1'],
    ['--other', '1'],
  ])('reject %s %s with the usage', async (name, value) => {
    await expect(read(name, value)).rejects.toThrow(/Usage: npm run seed -- \[options\]/);
  });
});
