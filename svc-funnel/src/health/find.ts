import { CATALOGUE, DAYS_A_WEEK, WEEK_ORDER_IDS } from '@course/funnel/course';
import { lessonFileName } from '@course/funnel/lessons';
import type { Lessons } from '../course/lessons/lessons.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Db } from '../platform/prisma.ts';
import { type Finding, IN_DATABASE, momentsAt } from './findings.ts';

const EXAMPLES = 5;

/** Matches an example that is an order's id; the order's number is shown instead. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** Lessons by id. */
export type LessonSource = Pick<Lessons, 'get'>;

/**
 * Reads all findings with one statement, so as of one moment. `now` is of the clock that the rows were written with.
 */
const inDatabase = (db: Db, now: Date): Promise<Finding[]> => {
  const moments = momentsAt(now);
  const found = Object.entries(IN_DATABASE).map(
    ([kind, { rows }]) =>
      Prisma.sql`SELECT ${kind}::text, example, since FROM (${rows(moments)}) AS one (example, since)`,
  );
  return db.$queryRaw<Finding[]>`
    WITH found (kind, example, since) AS (${Prisma.join(found, ' UNION ALL ')})
    SELECT kind, count(*)::int AS count, min(since) AS since, (array_agg(coalesce(bought.number, example) ORDER BY since, example))[1:${EXAMPLES}::int] AS examples
    FROM found LEFT JOIN funnel.orders AS bought ON bought.id = CASE WHEN example ~ ${UUID} THEN example::uuid END GROUP BY kind`;
};

/** The lessons that a course may have: those of current plans, and those of earlier courses planned by the week. */
const LESSON_IDS = [...WEEK_ORDER_IDS, ...CATALOGUE.lessons.map(({ id }) => id)];

/** Returns the lessons to be sent within a week, and the queued ones: they may be from an earlier catalogue. */
const lessonsToSend = async (db: Db): Promise<string[]> => {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT unnest(lesson_ids[lessons_queued + 1:lessons_queued + ${DAYS_A_WEEK}::int]) AS id FROM funnel.courses WHERE status = 'active'
    UNION SELECT unnest(course.lesson_ids[mail.place:mail.place]) FROM funnel.deliveries AS mail
      JOIN funnel.courses AS course ON course.order_id = mail.order_id WHERE mail.kind = 'lesson' AND mail.status = 'queued'`;
  return rows.map(({ id }) => id);
};

const inLessons = async (db: Db, lessons: LessonSource): Promise<Finding[]> => {
  const ids = new Set([...LESSON_IDS, ...(await lessonsToSend(db))]);
  const examples = [...ids].filter((id) => !lessons.get(id)).map(lessonFileName);
  return examples.length === 0
    ? []
    : [{ kind: 'lessons', count: examples.length, since: null, examples: examples.slice(0, EXAMPLES) }];
};

/** Returns everything that needs the owner's attention now. */
export const findAll = async (db: Db, lessons: LessonSource, now: Date): Promise<Finding[]> => [
  ...(await inDatabase(db, now)),
  ...(await inLessons(db, lessons)),
];
