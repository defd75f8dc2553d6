import { randomInt } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { skipN } from 'pure-rand/utils/skipN';

/** A source of numbers that follow from its seed alone. Every draw moves it on. */
export interface Random {
  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number;
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
  /** True in this share of all draws, from 0 to 1. */
  chance(share: number): boolean;
  /** A number from `from` to `to`. */
  between(from: number, to: number): number;
  /** One of the keys, in proportion to their weights. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  /** Log-normal: half of all draws lie below `median`; `sigma` is the deviation of the logarithm. */
  logNormal(median: number, sigma: number): number;
  /** Throws when there is nothing to choose from. */
  oneOf<T>(values: readonly T[]): T;
  /** This many of the values, or all when there are fewer, in their order. */
  sample<T>(values: readonly T[], count: number): readonly T[];
}

/** The first numbers of neighbouring seeds are alike. */
const SKIPPED = 32;

/** `seed`: a whole number from 0 to 2^32 - 1. */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed | 0);
  skipN(generator, SKIPPED);
  const next = (): number => uniformFloat64(generator);
  const below = (count: number): number => uniformInt(generator, 0, count - 1);
  // Box and Muller: the logarithm never sees a zero.
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    uint32: () => generator.next() >>> 0,
    next,
    below,
    chance: (share) => next() < share,
    between: (from, to) => from + next() * (to - from),
    weighted: <Key extends string>(weights: Readonly<Record<Key, number>>): Key => {
      const keys = Object.keys(weights) as Key[];
      let left = next() * keys.reduce((sum, key) => sum + weights[key], 0);
      const drawn = keys.find((key) => (left -= weights[key]) < 0) ?? keys.at(-1);
      if (drawn === undefined) throw new Error('There is nothing to draw from');
      return drawn;
    },
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
    oneOf: (values) => {
      if (values.length === 0) throw new Error('There is nothing to choose from');
      return values[below(values.length)]!;
    },
    sample: (values, count) => {
      let wanted = Math.min(count, values.length);
      return values.filter((_, index) => {
        const isTaken = below(values.length - index) < wanted;
        if (isTaken) wanted -= 1;
        return isTaken;
      });
    },
  };
}

let chosen: number | undefined;

/** The seed of all random tests of this process: TEST_SEED, or a new one. It is printed, so that a run can be repeated. */
export function testSeed(): number {
  if (chosen === undefined) {
    chosen = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
    console.log(`Random tests: TEST_SEED=${chosen} repeats them`);
  }
  return chosen;
}
