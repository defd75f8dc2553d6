import { RateLimiter as KitRateLimiter } from '@course/service-kit';
import type { Env } from './env.ts';

const WINDOW_SECONDS = 60;

/** Errors that browsers at one address may report per minute. A page reports each kind once. */
const ERRORS_MAX = 120;

/** Attempts at the insights token per address and minute. */
const TOKEN_ATTEMPTS_MAX = 10;

/**
 * Limits calls per minute: page views by session and by address, errors and attempts at the token by address. Each
 * process counts separately: in Redis, every request would pay for a second write that waits for the disk, for a limit
 * that need not be exact.
 */
export class RateLimiter extends KitRateLimiter<'session' | 'address' | 'errors' | 'token'> {
  constructor(env: Env) {
    super({
      isOn: env.RATE_LIMITS,
      limits: {
        session: { points: env.RATE_LIMIT_SESSION, seconds: WINDOW_SECONDS },
        address: { points: env.RATE_LIMIT_ADDRESS, seconds: WINDOW_SECONDS },
        errors: { points: ERRORS_MAX, seconds: WINDOW_SECONDS },
        token: { points: TOKEN_ATTEMPTS_MAX, seconds: WINDOW_SECONDS },
      },
    });
  }
}
