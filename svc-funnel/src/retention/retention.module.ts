import { POLICY } from '@course/funnel';
import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import { PrismaService } from '../platform/prisma.ts';
import { CLOCK, ENV, LOGGER } from '../platform/tokens.ts';
import { TaskRegistry } from '../queue/task-registry.ts';
import {
  forgetEndedCookies,
  forgetFirstSteps,
  forgetMailEvents,
  forgetPayloads,
  forgetRefusals,
  forgetSessions,
  forgetUnmatchedWithdrawals,
  redactLateEvents,
} from './forget.ts';

/** Deletes data at the times that the privacy policy states, and keeps erased data erased. */
@Injectable()
class RetentionTasks implements OnModuleInit {
  constructor(
    private readonly registry: TaskRegistry,
    private readonly prisma: PrismaService,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.registry.register('forget', () => this.#forget());
    this.registry.register('redact-late-events', async () => void (await redactLateEvents(this.prisma)));
  }

  async #forget(): Promise<void> {
    const [now, { sessionDays, paymentDays }] = [this.clock(), this.env.retention];
    const sessions = await forgetSessions(this.prisma, sessionDays, now);
    const events = await forgetPayloads(this.prisma, paymentDays, now);
    const withdrawals = await forgetUnmatchedWithdrawals(this.prisma, sessionDays, now);
    const ages = { unconfirmedDays: Math.min(POLICY.firstStepDays, sessionDays), days: sessionDays };
    const firstSteps = await forgetFirstSteps(this.prisma, ages, now);
    await forgetEndedCookies(this.prisma, now);
    await forgetMailEvents(this.prisma, now);
    await forgetRefusals(this.prisma, now);
    if (sessions + events + withdrawals + firstSteps > 0)
      this.logger.info({ sessions, events, withdrawals, firstSteps }, 'deleted what has been kept long enough');
  }
}

@Module({ providers: [RetentionTasks] })
export class RetentionModule {}
