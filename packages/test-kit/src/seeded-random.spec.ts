import { afterEach, expect, test, vi } from 'vitest';
import { seededRandom } from './seeded-random.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const VALUES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const draws = (seed: number): number[] => {
  const { uint32 } = seededRandom(seed);
  return Array.from({ length: 100 }, uint32);
};

test('the same seed yields the same numbers, another seed others', () => {
  expect(draws(7)).toEqual(draws(7));
  expect(draws(7)).not.toEqual(draws(8));
});

test('numbers stay in their range and cover all of it', () => {
  const random = seededRandom(1);
  const drawn = Array.from({ length: 1000 }, () => [random.next(), random.below(3), random.uint32()] as const);
  expect(drawn.every(([share]) => share >= 0 && share < 1)).toBe(true);
  expect(new Set(drawn.map(([, number]) => number))).toEqual(new Set([0, 1, 2]));
  expect(drawn.every(([, , word]) => Number.isInteger(word) && word >= 0 && word < 2 ** 32)).toBe(true);
  expect(drawn.some(([, , word]) => word >= 2 ** 31)).toBe(true);
});

test('a chance comes true in its share of draws', () => {
  const random = seededRandom(2);
  const hits = Array.from({ length: 10_000 }, () => random.chance(0.2)).filter(Boolean).length;
  expect(hits).toBeGreaterThan(1_800);
  expect(hits).toBeLessThan(2_200);
});

test('numbers from 0 to 1 are uniformly distributed', () => {
  const random = seededRandom(1);
  const numbers = Array.from({ length: 100_000 }, () => random.next());
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => numbers.filter((number) => Math.floor(number * 10) === tenth).length,
  );
  tenths.forEach((count) => expect(Math.abs(count - 10_000)).toBeLessThan(400));
});

test('draws keys in proportion to their weights, and never one of weight 0', () => {
  const random = seededRandom(2);
  const drawn = Array.from({ length: 10_000 }, () => random.weighted({ often: 3, seldom: 1, never: 0 }));
  expect(drawn.filter((key) => key === 'often').length / 10_000).toBeCloseTo(0.75, 1.5);
  expect(drawn).not.toContain('never');
});

test('log-normal numbers have the given median and sigma', () => {
  const random = seededRandom(3);
  const logs = Array.from({ length: 50_000 }, () => Math.log(random.logNormal(8, 0.5) / 8));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length);
  expect(Math.abs(mean)).toBeLessThan(0.01);
  expect(Math.abs(deviation - 0.5)).toBeLessThan(0.01);
});

test('a sample has the given number of values, each once and in order, and can contain every value', () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 100; seed += 1) {
    const sample = seededRandom(seed).sample(VALUES, 2);
    expect(sample).toHaveLength(2);
    expect([...sample].sort()).toEqual(sample);
    sample.forEach((value) => seen.add(value));
  }
  expect(seen.size).toBe(VALUES.length);
  expect(seededRandom(1).sample(VALUES, 9)).toEqual(VALUES);
});

test('refuses to choose from an empty list', () => {
  expect(() => seededRandom(1).oneOf([])).toThrow('nothing to choose from');
});

test('takes the seed from the environment and prints it once', async () => {
  vi.stubEnv('TEST_SEED', '42');
  vi.resetModules();
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const { testSeed } = await import('./seeded-random.ts');
  expect([testSeed(), testSeed()]).toEqual([42, 42]);
  expect(log.mock.calls).toEqual([['Random tests: TEST_SEED=42 repeats them']]);
});
