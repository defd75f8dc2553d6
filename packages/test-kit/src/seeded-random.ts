import { randomInt } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { skipN } from 'pure-rand/utils/skipN';

/** A source of random numbers that depend only on its seed. Every draw advances it. */
export interface Random {
  /** Returns an integer from 0 to 2^32 - 1. */
  uint32(): number;
  /** Returns a number of at least 0 and less than 1. */
  next(): number;
  /** Returns an integer from 0 to `count` - 1. */
  below(count: number): number;
  /** Returns true in this share of draws, from 0 to 1. */
  chance(share: number): boolean;
  /** Returns a number from `from` to `to`. */
  between(from: number, to: number): number;
  /** Returns one of the keys, in proportion to their weights. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  /** Returns a log-normal number; `sigma` is the standard deviation of its logarithm. */
  logNormal(median: number, sigma: number): number;
  /** Returns one of the values. Throws if there are none. */
  oneOf<T>(values: readonly T[]): T;
  /** Returns `count` of the values, or all if there are fewer, in their order. */
  sample<T>(values: readonly T[], count: number): readonly T[];
}

/** Numbers to skip, because the first ones of neighbouring seeds are similar. */
const SKIPPED = 32;

/** Creates a source of random numbers. `seed` is an integer from 0 to 2^32 - 1. */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed | 0);
  skipN(generator, SKIPPED);
  const next = (): number => uniformFloat64(generator);
  const below = (count: number): number => uniformInt(generator, 0, count - 1);
  // Box-Muller transform. The argument of the logarithm is never 0.
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    uint32: () => generator.next() >>> 0,
    next,
    below,
    chance: (share) => next() < share,
    between: (from, to) => from + next() * (to - from),
    weighted: <Key extends string>(weights: Readonly<Record<Key, number>>): Key => {
      const keys = Object.keys(weights) as Key[];
      let rest = next() * keys.reduce((sum, key) => sum + weights[key], 0);
      const drawn = keys.find((key) => (rest -= weights[key]) < 0) ?? keys.at(-1);
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

let seedOfProcess: number | undefined;

/**
 * Returns the seed of all random tests of this process: TEST_SEED, or a new one. Prints it, so that runs can be
 * repeated.
 */
export function testSeed(): number {
  if (seedOfProcess === undefined) {
    seedOfProcess = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
    console.log(`Random tests: TEST_SEED=${seedOfProcess} repeats them`);
  }
  return seedOfProcess;
}
