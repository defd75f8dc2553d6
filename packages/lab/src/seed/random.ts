import { seededRandom } from '@course/test-kit/seeded-random';

/** A source of numbers that are the same for the same seed. Every draw moves it on. */
export interface Random {
  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number;
  /** At least 0, less than 1. */
  next(): number;
  /** True in this share of all draws, from 0 to 1. */
  chance(share: number): boolean;
  /** A number from `from` to `to`. */
  between(from: number, to: number): number;
  /** One of the keys, in proportion to their weights. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  /** Log-normal: half of all draws lie below `median`; `sigma` is the deviation of the logarithm. */
  logNormal(median: number, sigma: number): number;
}

/** `seed`: a whole number from 0 to 2^32 - 1. */
export const randomOf = (seed: number): Random => {
  const { uint32, next, chance } = seededRandom(seed);
  // Box and Muller: the logarithm never sees a zero.
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    uint32,
    next,
    chance,
    between: (from, to) => from + next() * (to - from),
    weighted: <Key extends string>(weights: Readonly<Record<Key, number>>): Key => {
      const keys = Object.keys(weights) as Key[];
      let left = next() * keys.reduce((sum, key) => sum + weights[key], 0);
      const drawn = keys.find((key) => (left -= weights[key]) < 0) ?? keys.at(-1);
      if (drawn === undefined) throw new Error('There is nothing to draw from');
      return drawn;
    },
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
  };
};
