import { expect, it } from 'vitest';
import { randomOf } from './random.ts';

const draws = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);

it('repeats itself for a seed and for no other', () => {
  const first = randomOf(42);
  const again = randomOf(42);
  const other = randomOf(43);
  const drawn = draws(100, () => first.uint32());
  expect(draws(100, () => again.uint32())).toEqual(drawn);
  expect(draws(100, () => other.uint32())).not.toEqual(drawn);
});

it('spreads evenly from 0 to less than 1', () => {
  const random = randomOf(1);
  const numbers = draws(100_000, () => random.next());
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => numbers.filter((one) => Math.floor(one * 10) === tenth).length,
  );
  tenths.forEach((count) => expect(Math.abs(count - 10_000)).toBeLessThan(400));
});

it('draws as often as the weights say, and never what weighs nothing', () => {
  const random = randomOf(2);
  const drawn = draws(10_000, () => random.weighted({ often: 3, seldom: 1, never: 0 }));
  expect(drawn.filter((one) => one === 'often').length / 10_000).toBeCloseTo(0.75, 1.5);
  expect(drawn).not.toContain('never');
});

it('is log-normal: half below the median, the logarithm as wide as stated', () => {
  const random = randomOf(3);
  const logs = draws(50_000, () => Math.log(random.logNormal(8, 0.5) / 8));
  const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length;
  const deviation = Math.sqrt(logs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / logs.length);
  expect(Math.abs(mean)).toBeLessThan(0.01);
  expect(Math.abs(deviation - 0.5)).toBeLessThan(0.01);
});
