import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { inBatches } from '../../platform/in-batches.ts';
import type { Db } from '../../platform/prisma.ts';
import { messageIdOf, sendKeyOf, sendTaskOf } from '../deliveries/queue-mail.ts';
import {
  isTooLate,
  nextDaySendTime,
  nextSendTime,
  type Schedule,
  scheduleOf,
  type ScheduleRow,
} from '../enrolment/send-times.ts';

/** An active course whose next lesson is due. */
export interface DueCourse extends ScheduleRow {
  readonly orderId: string;
  readonly days: number;
  readonly lessonsQueued: number;
  readonly nextDueAt: Date;
  /** True while the previous lesson is queued: the mail server was down, or the lesson's file cannot be read. */
  readonly isWaiting: boolean;
}

/** The next action for a due course: queue its next lesson, or wait for the next send time. */
export interface LessonPlan {
  readonly orderId: string;
  /** The place of the lesson to queue; null if none is to be queued now. */
  readonly place: number | null;
  readonly dueAt: Date;
  /** Null once the last lesson is queued: the course is finished. */
  readonly nextDueAt: Date | null;
}

/** The next send times of a schedule, counted from a fixed moment. */
export interface NextTimes {
  /** For a course that gets a lesson now: not before the reader's next day. */
  readonly afterLesson: (schedule: ScheduleRow) => Date;
  /** For a course that gets no lesson now. */
  readonly withoutLesson: (schedule: ScheduleRow) => Date;
}

/**
 * Plans one lesson a day at the reader's hour, whatever was missed. A lesson that is over 12 hours late, or due while
 * the previous one is still queued, waits for the next send time, and the course ends later.
 */
export function planLesson(course: DueCourse, now: Date, next: NextTimes): LessonPlan {
  const { orderId, nextDueAt: dueAt, days, lessonsQueued } = course;
  if (course.isWaiting || isTooLate(dueAt, now))
    return { orderId, place: null, dueAt, nextDueAt: next.withoutLesson(course) };
  const place = lessonsQueued + 1;
  return { orderId, place, dueAt, nextDueAt: place >= days ? null : next.afterLesson(course) };
}

const memoized = (compute: (schedule: Schedule) => Date, sendHour: number): ((row: ScheduleRow) => Date) => {
  const cache = new Map<string, Date>();
  return (row) => {
    const schedule = scheduleOf(row, sendHour);
    const key = Object.values(schedule).join(' ');
    const time = cache.get(key) ?? compute(schedule);
    cache.set(key, time);
    return time;
  };
};

/** Returns the next send times after `now`, computed once for each schedule. */
export const nextTimes = (now: Date, sendHour: number): NextTimes => ({
  afterLesson: memoized((schedule) => nextDaySendTime(now, schedule), sendHour),
  withoutLesson: memoized((schedule) => nextSendTime(now, schedule), sendHour),
});

/** A lesson that its reader requested goes before those that are due, like those that are sent again. */
export type LessonPriority = 'requested' | 'due';
const PRIORITIES: Readonly<Record<LessonPriority, number>> = { requested: 0, due: 10 };
const BATCH = 500;

export interface DueLessonsOptions {
  readonly now: Date;
  /** The hour of readers who chose none, 0 to 23. */
  readonly sendHour: number;
  /** Courses per transaction. */
  readonly batch?: number;
}

/** Returns due courses, locked until the transaction ends. Skips those that another process has locked. */
export const claimDueCourses = (db: Db, now: Date, limit: number): Promise<DueCourse[]> =>
  db.$queryRaw<DueCourse[]>`
    SELECT course.order_id AS "orderId", course.time_zone AS "timeZone", course.days, course.lessons_queued AS "lessonsQueued",
      course.next_due_at AS "nextDueAt", course.send_hour AS "sendHour", course.weekdays_only AS "weekdaysOnly", course.paused_until AS "pausedUntil",
      EXISTS (
        SELECT 1 FROM funnel.deliveries AS before
        WHERE before.order_id = course.order_id AND before.kind = 'lesson' AND before.place = course.lessons_queued AND before.status = 'queued'
      ) AS "isWaiting"
    FROM funnel.courses AS course
    WHERE course.status = 'active' AND course.next_due_at <= ${now}
    ORDER BY course.next_due_at LIMIT ${limit}
    FOR UPDATE OF course SKIP LOCKED`;

const advanceCourses = (db: Db, plans: readonly LessonPlan[], now: Date): Promise<number> =>
  db.$executeRaw`
    UPDATE funnel.courses AS course
    SET lessons_queued = coalesce(plan.place, course.lessons_queued), next_due_at = plan."nextDueAt", updated_at = ${now},
      status = CASE WHEN plan."nextDueAt" IS NULL THEN 'finished' ELSE 'active' END,
      finished_at = CASE WHEN plan."nextDueAt" IS NULL THEN ${now}::timestamptz END
    FROM jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) AS plan ("orderId" uuid, place int, "nextDueAt" timestamptz)
    WHERE course.order_id = plan."orderId"`;

const insertLessons = async (db: Db, plans: readonly LessonPlan[], now: Date): Promise<readonly string[]> => {
  const lessons = plans.filter(({ place }) => place !== null).map((plan) => ({ ...plan, id: randomUUID() }));
  const rows = lessons.map(({ id, ...plan }) => ({ id, ...plan, messageId: messageIdOf(id) }));
  await db.$executeRaw`
    INSERT INTO funnel.deliveries (id, order_id, kind, place, message_id, status, due_at, created_at, updated_at)
    SELECT id, "orderId", 'lesson', place, "messageId", 'queued', "dueAt", ${now}, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS lesson (id uuid, "orderId" uuid, place int, "messageId" text, "dueAt" timestamptz)`;
  return lessons.map(({ id }) => id);
};

const addJobs = async (db: Db, deliveryIds: readonly string[], priority: LessonPriority): Promise<void> => {
  await db.$queryRaw`
    SELECT count(*)::int AS added FROM graphile_worker.add_jobs(ARRAY(
      SELECT (${sendTaskOf('lesson')}, json_build_object('deliveryId', id), NULL, NULL, NULL, ${sendKeyOf('')} || id, ${PRIORITIES[priority]}::int, NULL)::graphile_worker.job_spec
      FROM unnest(${deliveryIds as string[]}::text[]) AS id))`;
};

/** Queues lessons and advances their courses, inside the caller's transaction. */
export async function queueLessons(
  db: Db,
  plans: readonly LessonPlan[],
  { now, priority }: { readonly now: Date; readonly priority: LessonPriority },
): Promise<void> {
  await advanceCourses(db, plans, now);
  const ids = await insertLessons(db, plans, now);
  if (ids.length > 0) await addJobs(db, ids, priority);
}

/**
 * Queues the next lesson of every due course and advances the course. Rows, jobs and next due times are written in one
 * transaction per batch. Returns how many courses were handled.
 */
export function queueDueLessons(
  prisma: PrismaClient,
  { now, sendHour, batch = BATCH }: DueLessonsOptions,
): Promise<number> {
  const next = nextTimes(now, sendHour);
  const queueBatch = async (db: Db): Promise<number> => {
    const courses = await claimDueCourses(db, now, batch);
    const plans = courses.map((course) => planLesson(course, now, next));
    if (plans.length > 0) await queueLessons(db, plans, { now, priority: 'due' });
    return plans.length;
  };
  return inBatches(batch, () => prisma.$transaction(queueBatch));
}
