import { ApiError, type AskFirstStep, type ConfirmedFirstStep } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { Refusals } from '../../platform/refusals.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import type { GivenToken } from '../links/links.ts';
import { firstStepIdIn, type FirstStepPurpose } from './links.ts';
import { ask, confirm, leave } from './requests.ts';

/** Takes requests for lesson 1 and the plan, and what the links of their mails do. */
@Injectable()
export class FirstStepService {
  constructor(
    private readonly prisma: PrismaService,
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
  async confirm(given: GivenToken): Promise<ConfirmedFirstStep['status']> {
    const id = await this.#idIn('confirm', given);
    const status = await this.prisma.$transaction((db) => confirm(db, id, this.clock()));
    if (status === null) throw new ApiError('link_unknown');
    this.logger.info({ firstStepId: id, status }, 'first step confirmed');
    return status;
  }

  /** Effective at once, the same however often it is asked. Rejects with `link_unknown`. */
  async leave(given: GivenToken): Promise<void> {
    const id = await this.#idIn('leave', given);
    await this.prisma.$transaction((db) => leave(db, id, 'unsubscribed', this.clock()));
    this.logger.info({ firstStepId: id }, 'unsubscribed from the first step');
  }

  async #idIn(purpose: FirstStepPurpose, given: GivenToken): Promise<string> {
    return firstStepIdIn(this.env.course.linkKeys, purpose, given.token) ?? this.refusals.refuseLink(given.ip);
  }
}
