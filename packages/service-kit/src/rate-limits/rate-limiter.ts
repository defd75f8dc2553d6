import { ApiError } from '@course/contracts';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type IRateLimiterStoreOptions,
} from 'rate-limiter-flexible';
import { within } from '../connections/within.ts';
import { callerKeys } from './caller-keys.ts';

/**
 * How a limit applies while Redis is unreachable. `memory`: each process counts by itself. `strict`: likewise, but with
 * a fifth of the limit, which is still more than a visitor needs. `refuse`: every call is refused.
 */
export type WithoutRedis = 'memory' | 'strict' | 'refuse';

export interface Limit {
  readonly points: number;
  readonly seconds: number;
  /** For limits that are counted in Redis. */
  readonly withoutRedis?: WithoutRedis;
}

export interface RateLimiterOptions<Name extends string> {
  readonly isOn: boolean;
  readonly limits: Readonly<Record<Name, Limit>>;
  /** Shares the counts between the processes of a service. Without it each process counts by itself. */
  readonly redis?: {
    readonly client: IRateLimiterStoreOptions['storeClient'];
    /** Prefix of the keys in Redis, before the limit's name. */
    readonly prefix: string;
    /** Secret of the keyed hash under which callers are counted. */
    readonly secret: string;
  };
}

/** How many of the wanted points were granted, and in how many seconds there are more. */
interface Grant {
  readonly granted: number;
  readonly retryAfterSeconds: number;
}

/** Redis usually answers within a millisecond. A request makes two such calls and has its own work to do. */
const ANSWER_MAX_MS = 400;

/** The share of a limit that one process lets through while Redis is unreachable. */
const SHARE: Readonly<Record<WithoutRedis, number>> = { memory: 1, strict: 0.2, refuse: 0 };

interface Counters {
  readonly shared: RateLimiterRedis | undefined;
  /** Takes over while Redis is unreachable; undefined for `refuse`. */
  readonly own: RateLimiterMemory | undefined;
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

const refuse = (refusal: unknown): never => {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  throw new ApiError('rate_limited', undefined, { retryAfterSeconds: toSeconds(refusal.msBeforeNext) });
};

/** Counts calls in Redis, or in this process alone. While Redis is unreachable, each limit's `withoutRedis` applies. */
export class RateLimiter<Name extends string = string> {
  readonly isOn: boolean;
  readonly #counters: ReadonlyMap<Name, Counters>;
  readonly #keyOf: (caller: string) => string;

  constructor({ isOn, limits, redis }: RateLimiterOptions<Name>) {
    this.isOn = isOn;
    const names = Object.keys(limits) as Name[];
    this.#counters = new Map(names.map((name) => [name, countersOf(name, limits[name], redis)]));
    const hashed = redis && callerKeys(redis.secret);
    this.#keyOf = hashed ? (caller) => hashed(caller, new Date()) : (caller) => caller;
  }

  /**
   * Counts `points` calls. Rejects with `rate_limited` and the seconds to wait if there were too many, or with
   * `store_unavailable`.
   */
  async consume(name: Name, caller: string, points = 1): Promise<void> {
    if (this.isOn && points > 0) await this.#count(this.#of(name), this.#keyOf(caller), points).catch(refuse);
  }

  /** Counts as many of the wanted calls as this process has left. */
  async consumeUpTo(name: Name, caller: string, wanted: number): Promise<Grant> {
    const { own } = this.#of(name);
    if (!own) throw new Error(`${name} is not counted in this process`);
    const before = await own.get(caller);
    const granted = Math.min(wanted, before?.remainingPoints ?? own.points);
    if (granted > 0) await this.consume(name, caller, granted);
    return { granted, retryAfterSeconds: toSeconds(before?.msBeforeNext ?? own.duration * 1000) };
  }

  #of(name: Name): Counters {
    const counters = this.#counters.get(name);
    if (!counters) throw new Error(`There is no limit ${name}`);
    return counters;
  }

  async #count({ shared, own }: Counters, caller: string, points: number): Promise<void> {
    if (!shared) return void (await own?.consume(caller, points));
    try {
      await within(ANSWER_MAX_MS, shared.consume(caller, points));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      if (!own) throw new ApiError('store_unavailable', undefined, { cause: error });
      await own.consume(caller, points);
    }
  }
}

const countersOf = (
  name: string,
  { points, seconds: duration, withoutRedis = 'memory' }: Limit,
  redis: RateLimiterOptions<string>['redis'],
): Counters => {
  const keyPrefix = `${redis?.prefix ?? ''}${name}`;
  const share = SHARE[withoutRedis];
  return {
    shared:
      redis &&
      new RateLimiterRedis({
        keyPrefix,
        points,
        duration,
        storeClient: redis.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
      }),
    own: share > 0 ? new RateLimiterMemory({ keyPrefix, points: Math.ceil(points * share), duration }) : undefined,
  };
};
