import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Mailer } from '../mail/mailer.ts';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import { PrismaService } from '../platform/prisma.ts';
import { forgetRefusals } from '../platform/refusals.ts';
import { CLOCK, ENV, LOGGER } from '../platform/tokens.ts';
import { TaskRegistry } from '../queue/task-registry.ts';
import { Composer } from './composer.ts';
import { DeliveryMetrics } from './delivery-metrics.ts';
import { queueDueLessons } from './due-lessons.ts';
import { enrolMissing, requeueMailsWithoutJob } from './repair.ts';
import { throttleTo } from './throttle.ts';
import { sendTask } from './send.ts';

/** What the queue's worker does for the course: sending, queueing what is due, mending. */
@Injectable()
export class CourseTasks implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly registry: TaskRegistry,
    private readonly prisma: PrismaService,
    private readonly composer: Composer,
    private readonly mailer: Mailer,
    private readonly metrics: DeliveryMetrics,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const { prisma, clock, mailer } = this;
    const compose: Composer['compose'] = (delivery) => this.composer.compose(delivery);
    const send = sendTask({ prisma, clock, mailer, compose, onOutcome: this.metrics.count });
    const turn = throttleTo(this.env.mail.lessonsPerMinute);
    this.registry.register('send', send);
    this.registry.register('send-lesson', async (payload, context) => {
      await turn();
      await send(payload, context);
    });
    this.registry.register('due-lessons', () => this.#queueDue());
    this.registry.register('mend', () => this.#mend());
  }

  onApplicationShutdown(): void {
    this.mailer.close();
  }

  async #queueDue(): Promise<void> {
    const courses = await queueDueLessons(this.prisma, { now: this.clock(), sendHour: this.env.course.sendHour });
    if (courses > 0) this.logger.info({ courses }, 'lessons queued');
  }

  async #mend(): Promise<void> {
    const enrolled = await enrolMissing(this.prisma, { now: this.clock(), course: this.env.course });
    const queued = await requeueMailsWithoutJob(this.prisma);
    await forgetRefusals(this.prisma, this.clock());
    if (enrolled + queued > 0)
      this.logger.warn({ enrolled, queued }, 'mended: orders without a course, mails without a job');
  }
}
