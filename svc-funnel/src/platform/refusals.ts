import { ApiError } from '@course/contracts';
import { callerOf, Metrics } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { type Clock, HOUR_MS } from './clock.ts';
import { type OTHER_LIMITS, RateLimiter } from './limits.ts';
import { PrismaService } from './prisma.ts';
import { CLOCK, LOGGER } from './tokens.ts';

/**
 * `signature`: of a payment webhook. `mail_signature`: of a mail provider's webhook. `link`: in a mail, unknown or
 * expired.
 */
export type RefusalKind = 'signature' | 'mail_signature' | 'link';

/** The limits of how often a caller may guess. */
const GUESSES = {
  signature: 'webhookSignature',
  mail_signature: 'webhookSignature',
  link: 'unknownLink',
} as const satisfies Record<RefusalKind, keyof typeof OTHER_LIMITS>;

/**
 * Counts refused requests, by hour and without the caller, for the metrics and the owner; nothing else is stored about
 * them.
 */
@Injectable()
export class Refusals {
  readonly #counter: Counter<'kind'>;

  constructor(
    metrics: Metrics,
    private readonly limiter: RateLimiter,
    private readonly prisma: PrismaService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#counter = new Counter({
      name: 'funnel_refusals_total',
      help: 'Webhook signatures and links that were refused.',
      labelNames: ['kind'],
      registers: [metrics.registry],
    });
  }

  /** Counts a possible guess. Rejects with `rate_limited` if the caller keeps guessing. */
  async noteGuess(kind: RefusalKind, ip: string | undefined): Promise<void> {
    await this.limiter.consume(GUESSES[kind], callerOf(ip ?? 'unknown'));
    await this.note(kind);
  }

  /**
   * Runs the receiver of a webhook, and counts a forged signature as a guess. Providers deliver in bursts and are never
   * rate limited; callers who guess signatures are. Rejects as `receive` does, or with `rate_limited`.
   */
  async receiveSigned(
    kind: 'signature' | 'mail_signature',
    ip: string | undefined,
    receive: () => Promise<void>,
  ): Promise<void> {
    try {
      await receive();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_signature') await this.noteGuess(kind, ip);
      throw error;
    }
  }

  /** Rejects with `link_unknown`, or with `rate_limited` if the caller keeps guessing. */
  async refuseLink(ip: string | undefined): Promise<never> {
    await this.noteGuess('link', ip);
    throw new ApiError('link_unknown');
  }

  /** Counts a refusal. Never rejects, so that the response does not depend on it. */
  async note(kind: RefusalKind): Promise<void> {
    this.#counter.inc({ kind });
    const hour = new Date(Math.floor(this.clock().getTime() / HOUR_MS) * HOUR_MS);
    try {
      await this.prisma.$executeRaw`
        INSERT INTO funnel.refusals (kind, hour, count) VALUES (${kind}, ${hour}, 1)
        ON CONFLICT (kind, hour) DO UPDATE SET count = funnel.refusals.count + 1`;
    } catch (err) {
      this.logger.warn({ err, kind }, 'a refusal was not counted');
    }
  }
}
