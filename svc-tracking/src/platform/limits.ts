import { RateLimiter as KitRateLimiter } from '@course/service-kit';
import type { Env } from './env.ts';

const SECONDS = 60;

/** Errors that browsers of one address report a minute. A page reports each kind once. */
const ERRORS = 120;

/** Tries at the insights' token a minute, by address. */
const TOKEN_TRIES = 10;

/**
 * Calls a minute: page views by session and by address, errors and tries at a token by address. Counted in each process by itself:
 * in Redis every request would pay a second write that waits for the disk, for a limit that need not be exact.
 */
export class RateLimiter extends KitRateLimiter<'session' | 'address' | 'errors' | 'token'> {
  constructor(env: Env) {
    super({
      isOn: env.RATE_LIMITS,
      limits: {
        session: { points: env.RATE_LIMIT_SESSION, seconds: SECONDS },
        address: { points: env.RATE_LIMIT_ADDRESS, seconds: SECONDS },
        errors: { points: ERRORS, seconds: SECONDS },
        token: { points: TOKEN_TRIES, seconds: SECONDS },
      },
    });
  }
}
