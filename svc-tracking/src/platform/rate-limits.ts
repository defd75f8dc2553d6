import { ApiError } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from './env.ts';
import { ENV } from './tokens.ts';

const SECONDS = 60;
/** A quick visitor makes about 80 calls in the whole funnel. An address may be an office or a mobile network. */
const POINTS = { session: 240, address: 6000 } as const;

const refuse = (refusal: unknown): never => {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  throw new ApiError('rate_limited', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
};

/**
 * Calls a minute, by session and by address. Counted in each process by itself: in Redis every request would pay
 * a second write that waits for the disk, for a limit that need not be exact.
 */
@Injectable()
export class RateLimits {
  private readonly limiters = {
    session: new RateLimiterMemory({ points: POINTS.session, duration: SECONDS }),
    address: new RateLimiterMemory({ points: POINTS.address, duration: SECONDS }),
  };
  readonly isOn: boolean;

  constructor(@Inject(ENV) env: Env) {
    this.isOn = env.RATE_LIMITS;
  }

  /** Rejects with `rate_limited` when this one has used up its minute. */
  async take(kind: keyof typeof POINTS, who: string): Promise<void> {
    if (this.isOn) await this.limiters[kind].consume(who).catch(refuse);
  }
}
