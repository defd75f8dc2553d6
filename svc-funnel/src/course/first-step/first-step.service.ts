import { ApiError, type AskFirstStep, type ConfirmedFirstStep } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { Refusals } from '../../platform/refusals.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import type { ReceivedToken } from '../links/links.ts';
import { firstStepIdIn, type FirstStepPurpose } from './links.ts';
import { ask, confirm, endRequestsOfAddress } from './requests.ts';

/** Handles requests for lesson 1 and the plan, and the links in their mails. */
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

  /** Idempotent. Rejects with `link_unknown`. */
  async confirm(received: ReceivedToken): Promise<ConfirmedFirstStep['status']> {
    const id = await this.#idIn('confirm', received);
    const status = await this.prisma.$transaction((db) => confirm(db, id, this.clock()));
    if (status === null) throw new ApiError('link_unknown');
    this.logger.info({ firstStepId: id, status }, 'first step confirmed');
    return status;
  }

  /** Takes effect at once. Idempotent. Rejects with `link_unknown`. */
  async unsubscribe(received: ReceivedToken): Promise<void> {
    const id = await this.#idIn('leave', received);
    await this.prisma.$transaction((db) => endRequestsOfAddress(db, id, 'unsubscribed', this.clock()));
    this.logger.info({ firstStepId: id }, 'unsubscribed from the first step');
  }

  async #idIn(purpose: FirstStepPurpose, received: ReceivedToken): Promise<string> {
    return firstStepIdIn(this.env.course.linkKeys, purpose, received.token) ?? this.refusals.refuseLink(received.ip);
  }
}
