import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../env.ts';
import { RedisService } from '../redis.ts';
import { ENV } from '../tokens.ts';
import { callerKeys, type CallerKeys } from './caller-keys.ts';
import { LIMITS, type LimitName, type Scope } from './limits.ts';

const SCOPES: readonly Scope[] = ['perSession', 'perAddress'];

/** Counts calls in Redis, or in this process's memory while Redis is away. */
@Injectable()
export class RateLimiter {
  readonly #limiters = new Map<string, RateLimiterRedis>();
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

  /** Counts one call. Rejects with `rate_limited` and the seconds to wait once there were too many. */
  async consume(name: LimitName, scope: Scope, caller: string): Promise<void> {
    if (!this.env.rateLimits) return;
    try {
      await this.#limiters.get(`${name}:${scope}`)?.consume(this.#keyOf(caller, new Date()));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new ApiError('rate_limited', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
    }
  }

  #build(name: LimitName, scope: Scope, redis: RedisService): RateLimiterRedis {
    const { points, seconds: duration } = LIMITS[name][scope];
    const options = { keyPrefix: `funnel:limit:${name}:${scope}`, points, duration };
    const insuranceLimiter = new RateLimiterMemory(options);
    return new RateLimiterRedis({ ...options, storeClient: redis.client, useRedisPackage: true, rejectIfRedisNotReady: true, insuranceLimiter });
  }
}
