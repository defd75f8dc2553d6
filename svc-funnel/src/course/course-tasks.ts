import { PLANS } from '@course/funnel';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import { inBatches } from '../platform/in-batches.ts';
import { PrismaService, type Db } from '../platform/prisma.ts';
import { CLOCK, ENV, LOGGER } from '../platform/tokens.ts';
import { TaskRegistry } from '../queue/task-registry.ts';
import { enqueueSend, sendKeyOf } from './deliveries/queue-mail.ts';
import type { MailKind } from './mails/mail.ts';
import { enrol, type EnrolContext } from './enrolment/enrol.ts';
import { queueReminders } from './first-step/reminders.ts';
import { Mailer } from './mails/mailer.ts';
import { Composer } from './sending/compose.ts';
import { DeliveryMetrics } from './sending/delivery-metrics.ts';
import { queueDueLessons } from './sending/due-lessons.ts';
import { sendTask } from './sending/send.ts';
import { throttleTo } from './sending/throttle.ts';

const BATCH = 200;
const PLAN_KEYS = PLANS.map(({ key }) => key);

/**
 * Enrols paid orders without a course, which an earlier version of the product left. Skips seeded orders, and those of a
 * plan that is no longer for sale: they are enrolled once it is back. Returns how many were enrolled.
 */
export function enrolMissing(prisma: PrismaClient, context: EnrolContext): Promise<number> {
  return inBatches(BATCH, async () => {
    const orders = await prisma.order.findMany({
      where: { status: 'paid', plan: { in: PLAN_KEYS }, course: null, session: { seeded: false } },
      orderBy: { paidAt: 'asc' },
      take: BATCH,
    });
    for (const order of orders) await prisma.$transaction((db) => enrol(db, order, context));
    return orders.length;
  });
}

/** Queues new jobs for mails whose last attempt died with its process. Returns how many. */
export function requeueMailsWithoutJob(prisma: PrismaClient, batch = BATCH): Promise<number> {
  const requeueBatch = async (db: Db): Promise<number> => {
    const orphaned = await db.$queryRaw<{ id: string; kind: MailKind }[]>`
      SELECT id, kind FROM funnel.deliveries AS delivery
      WHERE status = 'queued' AND NOT EXISTS (
        SELECT 1 FROM graphile_worker.jobs AS job
        WHERE job.key = ${sendKeyOf('')} || delivery.id AND (job.attempts < job.max_attempts OR job.locked_at IS NOT NULL))
      ORDER BY due_at LIMIT ${batch}`;
    for (const delivery of orphaned) await enqueueSend(db, delivery);
    return orphaned.length;
  };
  return inBatches(batch, () => prisma.$transaction(requeueBatch));
}

/** Registers the course's tasks with the queue: sending mails, queueing what is due, repairing. */
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
    const { warmUp, lessonsPerMinute } = this.env.mail;
    const { linkKeys } = this.env.course;
    const send = sendTask({
      prisma,
      clock,
      mailer,
      compose,
      linkKeys,
      warmUp,
      onOutcome: this.metrics.count,
    });
    const waitForTurn = throttleTo(lessonsPerMinute);
    this.registry.register('send', send);
    this.registry.register('send-lesson', async (payload, context) => {
      await waitForTurn();
      await send(payload, context);
    });
    this.registry.register('due-lessons', () => this.#queueDue());
    this.registry.register('checkout-reminders', () => this.#queueReminders());
    this.registry.register('mend', () => this.#repair());
  }

  onApplicationShutdown(): void {
    this.mailer.close();
  }

  async #queueDue(): Promise<void> {
    const courses = await queueDueLessons(this.prisma, { now: this.clock(), sendHour: this.env.course.sendHour });
    if (courses > 0) this.logger.info({ courses }, 'lessons queued');
  }

  async #queueReminders(): Promise<void> {
    const reminders = await queueReminders(this.prisma, this.clock());
    if (reminders > 0) this.logger.info({ reminders }, 'reminders of unfinished checkouts queued');
  }

  async #repair(): Promise<void> {
    const enrolled = await enrolMissing(this.prisma, {
      now: this.clock(),
      course: this.env.course,
      warn: this.logger.warn.bind(this.logger),
    });
    const queued = await requeueMailsWithoutJob(this.prisma);
    if (enrolled + queued > 0)
      this.logger.warn({ enrolled, queued }, 'repaired: orders without a course, mails without a job');
  }
}
