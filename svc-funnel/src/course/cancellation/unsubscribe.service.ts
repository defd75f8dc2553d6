import { ApiError, type Resumed, type Unsubscribed } from '@course/contracts';
import { planTitleOf } from '@course/funnel';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Course } from '../../generated/prisma/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { type Db, PrismaService } from '../../platform/prisma.ts';
import { Refusals } from '../../platform/refusals.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import { queueMail } from '../deliveries/queue-mail.ts';
import { resumeCourse, resumeUntil, stopCourse, unsubscriptionEnds } from '../enrolment/stop-and-resume.ts';
import { findLink } from '../links/link-store.ts';
import type { GivenToken } from '../links/links.ts';

/**
 * Ends the lessons now, however often it is called, also those of a course that something else stopped for the time being.
 * Returns the course as it stands then, and whether it ran before.
 */
export async function unsubscribe(
  db: Db,
  orderId: string,
  now: Date,
): Promise<{ course: Course | null; isNew: boolean }> {
  const isNew = await stopCourse(db, orderId, 'unsubscribed', now);
  await db.course.updateMany({
    where: { orderId, status: 'stopped', unsubscribedAt: null },
    data: { unsubscribedAt: now, updatedAt: now },
  });
  return { course: await db.course.findUnique({ where: { orderId } }), isNew };
}

/**
 * Lets a course that was unsubscribed within the last days go on where it stopped, at the reader's next hour.
 * Returns when the next lesson is due, also for a course that is running already, and for a finished one when the lesson
 * that was held back is. Null when it cannot be resumed.
 */
export async function resume(
  db: Db,
  orderId: string,
  { now, sendHour }: { readonly now: Date; readonly sendHour: number },
): Promise<Date | null> {
  const mayResume = (course: Course): boolean => unsubscriptionEnds(course, now) !== null;
  await resumeCourse(db, orderId, { now, sendHour, mayResume, takesBackUnsubscription: true });
  const course = await db.course.findUnique({ where: { orderId }, select: { nextDueAt: true } });
  if (course?.nextDueAt) return course.nextDueAt;
  const waiting = { orderId, kind: 'lesson', status: 'queued' };
  return (await db.delivery.aggregate({ where: waiting, _min: { dueAt: true } }))._min.dueAt;
}

/** Whether lessons of another order go on to the same address. */
const anotherRuns = async (db: Db, { orderId, email }: Course): Promise<boolean> => {
  const running = await db.$queryRaw<unknown[]>`
    SELECT 1 AS one FROM funnel.courses
    WHERE lower(email) = lower(${email}) AND status = 'active' AND order_id <> ${orderId}::uuid LIMIT 1`;
  return running.length > 0;
};

interface UnsubscribeRequest extends GivenToken {
  /** A mail program did it at one click: no page shows the way back. */
  readonly oneClick: boolean;
}

@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly refusals: Refusals,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Effective at once, the same however often it is asked. Rejects with `link_unknown`. */
  async unsubscribe(asked: UnsubscribeRequest): Promise<Unsubscribed> {
    const orderId = await this.#orderOf(asked);
    const now = this.clock();
    const until = await this.prisma.$transaction(async (db) => {
      const { course, isNew } = await unsubscribe(db, orderId, now);
      const last = course && (await resumeUntil(db, course, now));
      if (asked.oneClick && isNew && last) {
        const details = { resumeUntil: last.toISOString(), anotherRuns: await anotherRuns(db, course) };
        await queueMail(db, { orderId, kind: 'stopped', details, now });
      }
      return last;
    });
    this.logger.info({ orderId }, 'unsubscribed');
    const { number: orderNumber, plan } = await this.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
    return {
      status: 'unsubscribed',
      orderNumber,
      planTitle: planTitleOf(plan),
      resumeUntil: until?.toISOString() ?? null,
    };
  }

  /** Rejects with `link_unknown`, and as `resumeOrder` does. */
  async resume(given: GivenToken): Promise<Resumed> {
    return this.resumeOrder(await this.#orderOf(given));
  }

  /** A course that runs stays as it is. Rejects with `resume_ended` when it cannot go on. */
  async resumeOrder(orderId: string): Promise<Resumed> {
    const options = { now: this.clock(), sendHour: this.env.course.sendHour };
    const nextLessonAt = await this.prisma.$transaction((db) => resume(db, orderId, options));
    if (!nextLessonAt) throw new ApiError('resume_ended');
    this.logger.info({ orderId }, 'subscribed again');
    return { status: 'active', nextLessonAt: nextLessonAt.toISOString() };
  }

  /** A link that was replaced still lets its reader leave. */
  async #orderOf(given: GivenToken): Promise<string> {
    const link = await findLink(this.prisma, given.token, ['unsubscribe']);
    return link ? link.orderId : this.refusals.refuseLink(given.ip);
  }
}
