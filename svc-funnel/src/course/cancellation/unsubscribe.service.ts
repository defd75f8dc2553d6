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
import type { ReceivedToken } from '../links/links.ts';

/**
 * Stops the lessons now, including those of a course that is stopped for another reason. Idempotent. Returns the
 * updated course, and whether this stopped it.
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

/** True if lessons of another order still go to the same address. */
const anotherRuns = async (db: Db, { orderId, email }: Course): Promise<boolean> => {
  const running = await db.$queryRaw<unknown[]>`
    SELECT 1 AS one FROM funnel.courses
    WHERE lower(email) = lower(${email}) AND status = 'active' AND order_id <> ${orderId}::uuid LIMIT 1`;
  return running.length > 0;
};

interface UnsubscribeRequest extends ReceivedToken {
  /** True if a mail program unsubscribed at one click, so that no page offers to resume. */
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

  /** Takes effect at once. Idempotent. Rejects with `link_unknown`. */
  async unsubscribe(request: UnsubscribeRequest): Promise<Unsubscribed> {
    const orderId = await this.#orderOf(request);
    const now = this.clock();
    const until = await this.prisma.$transaction(async (db) => {
      const { course, isNew } = await unsubscribe(db, orderId, now);
      const last = course && (await resumeUntil(db, course, now));
      if (request.oneClick && isNew && last) {
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
  async resume(received: ReceivedToken): Promise<Resumed> {
    return this.resumeOrder(await this.#orderOf(received));
  }

  /**
   * Resumes a recently unsubscribed course where it stopped, at the reader's next hour. Returns when the next lesson is
   * due, also if the course is running already; for a finished course, when its queued lesson is due. Rejects with
   * `resume_ended` if the course cannot be resumed.
   */
  async resumeOrder(orderId: string): Promise<Resumed> {
    const now = this.clock();
    const { sendHour } = this.env.course;
    const mayResume = (course: Course): boolean => unsubscriptionEnds(course, now) !== null;
    const nextLessonAt = await this.prisma.$transaction(async (db) => {
      await resumeCourse(db, orderId, { now, sendHour, mayResume, takesBackUnsubscription: true });
      const course = await db.course.findUnique({ where: { orderId }, select: { nextDueAt: true } });
      if (course?.nextDueAt) return course.nextDueAt;
      const waiting = { orderId, kind: 'lesson', status: 'queued' };
      return (await db.delivery.aggregate({ where: waiting, _min: { dueAt: true } }))._min.dueAt;
    });
    if (!nextLessonAt) throw new ApiError('resume_ended');
    this.logger.info({ orderId }, 'subscribed again');
    return { status: 'active', nextLessonAt: nextLessonAt.toISOString() };
  }

  /** A replaced link still unsubscribes. */
  async #orderOf(received: ReceivedToken): Promise<string> {
    const link = await findLink(this.prisma, received.token, ['unsubscribe']);
    return link ? link.orderId : this.refusals.refuseLink(received.ip);
  }
}
