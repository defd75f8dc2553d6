import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import { within } from '@course/service-kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../env.ts';
import { RedisService } from '../redis.ts';
import { ENV } from '../tokens.ts';
import { callerKeys, type CallerKeys } from './caller-keys.ts';
import { LIMITS, type LimitName, type Scope, type WithoutRedis } from './limits.ts';

const SCOPES: readonly Scope[] = ['perSession', 'perAddress'];

/** Redis answers within a millisecond; a request makes two such calls and has its own work to do. */
const ANSWER_MAX_MS = 400;
const RETRY_AFTER_SECONDS = 5;

/** Of a limit, how much one process lets through while Redis is away. */
const SHARE: Readonly<Record<WithoutRedis, number>> = { memory: 1, strict: 0.2, refuse: 0 };

interface Counters {
  readonly shared: RateLimiterRedis;
  /** Takes over while Redis is away, unless nothing may pass then. */
  readonly own: RateLimiterMemory | undefined;
}

/** Counts calls in Redis. While it is away each limit says itself what counts. */
@Injectable()
export class RateLimiter {
  readonly #limiters = new Map<string, Counters>();
  readonly #keyOf: CallerKeys;

  constructor(
    @Inject(ENV) private readonly env: Env,
    redis: RedisService,
  ) {
    this.#keyOf = callerKeys(env.cookieKeys[0] ?? '');
    for (const name of Object.keys(LIMITS) as LimitName[]) {
      for (const scope of SCOPES) this.#limiters.set(`${name}:${scope}`, this.#build(name, scope, redis));
    }
  }

  /** Counts one call. Rejects with `rate_limited` and the seconds to wait once there were too many, or with `store_unavailable`. */
  async consume(name: LimitName, scope: Scope, caller: string): Promise<void> {
    if (!this.env.rateLimits) return;
    try {
      await this.#count(`${name}:${scope}`, this.#keyOf(caller, new Date()));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new ApiError('rate_limited', undefined, {
        retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      });
    }
  }

  async #count(limit: string, caller: string): Promise<void> {
    const counters = this.#limiters.get(limit);
    if (!counters) return;
    try {
      await within(ANSWER_MAX_MS, counters.shared.consume(caller));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      if (!counters.own)
        throw new ApiError('store_unavailable', undefined, { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
      await counters.own.consume(caller);
    }
  }

  #build(name: LimitName, scope: Scope, redis: RedisService): Counters {
    const { points, seconds: duration } = LIMITS[name][scope];
    const keyPrefix = `funnel:limit:${name}:${scope}`;
    const share = SHARE[LIMITS[name].withoutRedis];
    return {
      shared: new RateLimiterRedis({
        keyPrefix,
        points,
        duration,
        storeClient: redis.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
      }),
      own: share > 0 ? new RateLimiterMemory({ keyPrefix, points: Math.ceil(points * share), duration }) : undefined,
    };
  }
}
