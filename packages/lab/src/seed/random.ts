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

const WORDS = 2 ** 32;

/** Spreads one number over a state of 128 bits (splitmix32). */
const stateOf = (seed: number): Uint32Array => {
  let sum = seed >>> 0;
  return Uint32Array.from({ length: 4 }, () => {
    sum = (sum + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(sum ^ (sum >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  });
};

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** xoshiro128** by Blackman and Vigna: 128 bits of state, so that millions of ids drawn from it do not meet. */
const xoshiro = (seed: number): (() => number) => {
  let [a = 1, b = 0, c = 0, d = 0] = stateOf(seed);
  return () => {
    const drawn = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
    return drawn;
  };
};

/** `seed`: a whole number from 0 to 2^32 - 1. */
export const randomOf = (seed: number): Random => {
  const uint32 = xoshiro(seed);
  const next = (): number => uint32() / WORDS;
  // Box and Muller: the logarithm never sees a zero.
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    uint32,
    next,
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
  };
};
