import { ApiError } from '@course/contracts';
import { callerOf, Metrics } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { type Clock, HOUR_MS } from './clock.ts';
import { type OTHER_LIMITS, RateLimiter } from './limits.ts';
import { PrismaService } from './prisma.ts';
import { CLOCK, LOGGER } from './tokens.ts';

/** `signature`: a payment webhook's. `mail_signature`: one of a mail provider's. `link`: a mail's, that opens nothing or no longer. */
export type RefusalKind = 'signature' | 'mail_signature' | 'link';

/** How often a caller may guess. */
const GUESSES = {
  signature: 'webhookSignature',
  mail_signature: 'webhookSignature',
  link: 'unknownLink',
} as const satisfies Record<RefusalKind, keyof typeof OTHER_LIMITS>;

/** Counts what is refused and leaves no other trace, for the metrics and for the owner: by hour, never who. */
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

  /** Notes what a caller may have guessed. Rejects with `rate_limited` for one who goes on guessing. */
  async noteGuess(kind: RefusalKind, ip: string | undefined): Promise<void> {
    await this.limiter.consume(GUESSES[kind], callerOf(ip ?? 'unknown'));
    await this.note(kind);
  }

  /** Rejects with `link_unknown`, or with `rate_limited` for a caller who guesses. */
  async refuseLink(ip: string | undefined): Promise<never> {
    await this.noteGuess('link', ip);
    throw new ApiError('link_unknown');
  }

  /** Never rejects: the caller's answer does not depend on it. */
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
