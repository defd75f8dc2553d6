import { ApiError, type ChangeSchedule, type PauseCourse } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { IANAZone } from 'luxon';
import type { Course, Prisma } from '../../generated/prisma/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { lockCourse, shareOrder } from '../../platform/locks.ts';
import { type Db, PrismaService } from '../../platform/prisma.ts';
import { CLOCK, ENV } from '../../platform/tokens.ts';
import { dateAt, nextLessonAt, pauseLimitOf, scheduleOf } from '../enrolment/send-times.ts';
import { lastLessonAt } from '../enrolment/stop-and-resume.ts';
import { nextNowOf } from '../page/course-view.ts';
import type { Reader } from '../page/reader.service.ts';
import { nextTimes, planLesson, queueLessons } from '../sending/due-lessons.ts';

type Change = Pick<Prisma.CourseUncheckedUpdateInput, 'sendHour' | 'weekdaysOnly' | 'timeZone' | 'pausedUntil'>;

/**
 * Returns an order's running course, locked until the transaction ends; the order cannot change until then. Throws
 * `course_not_running` if the course is finished or stopped, or the order refunded or disputed.
 */
async function lockRunningCourse(db: Db, orderId: string): Promise<Course> {
  await shareOrder(db, orderId);
  await lockCourse(db, orderId);
  const course = await db.course.findUnique({ where: { orderId }, include: { order: { select: { status: true } } } });
  if (course?.status !== 'active' || course.order.status !== 'paid') throw new ApiError('course_not_running');
  return course;
}

/**
 * Changes when a reader's lessons come. Every method rejects with `course_not_running` unless the course is running.
 */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects with `unknown_time_zone`. */
  async change(reader: Reader, { hour, weekdaysOnly, timeZone }: ChangeSchedule): Promise<void> {
    if (timeZone !== undefined && !IANAZone.isValidZone(timeZone)) throw new ApiError('unknown_time_zone');
    await this.#change(reader, () => ({
      ...(hour !== undefined && { sendHour: hour }),
      ...(weekdaysOnly !== undefined && { weekdaysOnly }),
      ...(timeZone !== undefined && { timeZone }),
    }));
  }

  /** Rejects with `pause_out_of_range`. */
  async pause(reader: Reader, { until }: PauseCourse): Promise<void> {
    await this.#change(reader, ({ timeZone }, now) => {
      if (until <= dateAt(now, timeZone) || until > pauseLimitOf(timeZone, now))
        throw new ApiError('pause_out_of_range');
      return { pausedUntil: new Date(until) };
    });
  }

  /** Ends a pause; without one, nothing changes. */
  async endPause(reader: Reader): Promise<void> {
    await this.#change(reader, () => ({ pausedUntil: null }));
  }

  /**
   * Queues the next lesson now. It counts as the day's lesson: the following one is due on the next day of the
   * schedule. Rejects with `lesson_under_way` while an earlier lesson is queued, and with `lessons_of_today` once the
   * day's limit is reached.
   */
  async sendNextNow({ order: { id: orderId } }: Reader): Promise<void> {
    const now = this.clock();
    await this.prisma.$transaction(async (db) => {
      const course = await lockRunningCourse(db, orderId);
      const lessons = await db.delivery.findMany({
        where: { orderId, kind: 'lesson' },
        select: { status: true, createdAt: true },
      });
      const nextNow = nextNowOf(lessons, course.timeZone, now);
      if (nextNow === 'waiting') throw new ApiError('lesson_under_way');
      if (nextNow === 'tomorrow') throw new ApiError('lessons_of_today');
      const due = { ...course, nextDueAt: now, isWaiting: false };
      const plan = planLesson(due, now, nextTimes(now, this.env.course.sendHour));
      await queueLessons(db, [plan], { now, priority: 'requested' });
    });
  }

  /**
   * Changes the schedule and recalculates when the next lesson is due. `changeOf` receives the locked course and throws
   * to refuse the change.
   */
  async #change({ order: { id: orderId } }: Reader, changeOf: (course: Course, now: Date) => Change): Promise<void> {
    const now = this.clock();
    await this.prisma.$transaction(async (db) => {
      const before = await lockRunningCourse(db, orderId);
      const course = await db.course.update({ where: { orderId }, data: { ...changeOf(before, now), updatedAt: now } });
      const progress = { lastLessonAt: await lastLessonAt(db, orderId), plannedAt: before.nextDueAt };
      const nextDueAt = nextLessonAt(scheduleOf(course, this.env.course.sendHour), progress, now);
      await db.course.update({ where: { orderId }, data: { nextDueAt } });
    });
  }
}
