import { ApiError, type AskFirstStep, type ConfirmedFirstStep } from '@course/contracts';
import { callerOf } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { RateLimiter } from '../../platform/limits.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { Refusals } from '../../platform/refusals.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import { firstStepIdIn, type FirstStepPurpose } from './links.ts';
import { ask, confirm, leave } from './requests.ts';

interface Opened {
  readonly token: string;
  /** The caller's address, for the limit on guessing. */
  readonly ip: string | undefined;
}

/** Takes requests for lesson 1 and the plan, and what the links of their mails do. */
@Injectable()
export class FirstStepService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly limiter: RateLimiter,
    private readonly refusals: Refusals,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects with `session_unknown`. */
  async ask(sessionId: string, body: AskFirstStep): Promise<void> {
    await this.prisma.$transaction((db) => ask(db, { ...body, sessionId, now: this.clock() }));
  }

  /** Effective once, the same however often it is asked. Rejects with `link_unknown`. */
  async confirm(opened: Opened): Promise<ConfirmedFirstStep['status']> {
    const id = await this.#idIn('confirm', opened);
    const status = await this.prisma.$transaction((db) => confirm(db, id, this.clock()));
    if (status === null) throw new ApiError('link_unknown');
    this.logger.info({ firstStepId: id, status }, 'first step confirmed');
    return status;
  }

  /** Effective at once, the same however often it is asked. Rejects with `link_unknown`. */
  async leave(opened: Opened): Promise<void> {
    const id = await this.#idIn('leave', opened);
    await this.prisma.$transaction((db) => leave(db, id, 'unsubscribed', this.clock()));
    this.logger.info({ firstStepId: id }, 'unsubscribed from the first step');
  }

  async #idIn(purpose: FirstStepPurpose, { token, ip }: Opened): Promise<string> {
    const id = firstStepIdIn(this.env.course.linkKeys, purpose, token);
    if (id !== null) return id;
    await this.limiter.consume('unknownLink:perAddress', callerOf(ip ?? 'unknown'));
    await this.refusals.note('link');
    throw new ApiError('link_unknown');
  }
}
