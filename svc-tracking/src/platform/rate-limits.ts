import { ApiError } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from './env.ts';
import { ENV } from './tokens.ts';

const SECONDS = 60;

/** Tries at the insights' token a minute, by address. */
const TOKEN_TRIES = 10;

export type Limited = 'session' | 'address' | 'token';

/** How many of the wanted points there were, and in how many seconds there are more. */
export interface Grant {
  readonly granted: number;
  readonly retryAfterSeconds: number;
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

const refuse = (refusal: unknown): never => {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  throw new ApiError('rate_limited', undefined, { retryAfterSeconds: seconds(refusal.msBeforeNext) });
};

/**
 * Calls a minute: page views by session and by address, tries at a token by address. Counted in each process by itself: in Redis every request would pay
 * a second write that waits for the disk, for a limit that need not be exact.
 */
@Injectable()
export class RateLimits {
  private readonly limiters: Readonly<Record<Limited, RateLimiterMemory>>;
  readonly isOn: boolean;

  constructor(@Inject(ENV) env: Env) {
    this.isOn = env.RATE_LIMITS;
    this.limiters = {
      session: new RateLimiterMemory({ points: env.RATE_LIMIT_SESSION, duration: SECONDS }),
      address: new RateLimiterMemory({ points: env.RATE_LIMIT_ADDRESS, duration: SECONDS }),
      token: new RateLimiterMemory({ points: TOKEN_TRIES, duration: SECONDS }),
    };
  }

  /** Rejects with `rate_limited` when this one's minute does not hold so many any more. */
  async take(kind: Limited, who: string, points = 1): Promise<void> {
    if (this.isOn && points > 0) await this.limiters[kind].consume(who, points).catch(refuse);
  }

  /** Takes as many as are left, up to those wanted. */
  async takeUpTo(kind: Limited, who: string, wanted: number): Promise<Grant> {
    const limiter = this.limiters[kind];
    const before = await limiter.get(who);
    const granted = Math.min(wanted, before?.remainingPoints ?? limiter.points);
    if (granted > 0) await this.take(kind, who, granted);
    return { granted, retryAfterSeconds: seconds(before?.msBeforeNext ?? SECONDS * 1000) };
  }
}
