import {
  becauseOf,
  DAYS_A_WEEK,
  type LessonPart,
  lessonIdAt,
  lessonIdsOf,
  outlineOf,
  partsFor,
  type PlanOutline,
  profileOf,
  reasonFor,
  WEEK_ORDER_VERSION,
} from '@course/funnel/course';
import { type Lesson, REVIEW_HEADING } from '@course/funnel/lessons';
import { z } from 'zod';
import type { Course } from '../../generated/prisma/client.ts';

/** The columns of a course that store its plan. */
export type StoredPlan = Pick<Course, 'lessonIds' | 'weekOrder' | 'planVersion' | 'planAnswers'>;

export type LessonOf = (id: string) => Lesson | undefined;

/** A lesson at its place in one reader's course. */
export interface PlacedLesson {
  readonly lesson: Lesson;
  /** Such as `because you chose Design`; null for a lesson that was not chosen for an answer. */
  readonly because: string | null;
  /** The parts that the reader's mail shows, in order. */
  readonly parts: readonly LessonPart[];
  /** The lessons of the week that ends here; empty at other places. */
  readonly week: readonly Pick<Lesson, 'title' | 'takeaway'>[];
}

const answers = z.record(z.string(), z.string()).catch({});

/** Returns the outline of a course's plan; null for a course that stores an order of weeks, without answers. */
export const outlineIn = (plan: StoredPlan): PlanOutline | null =>
  plan.planVersion === WEEK_ORDER_VERSION ? null : outlineOf(plan.lessonIds, answers.parse(plan.planAnswers));

/** Returns the parts of a lesson that a course's reader gets. */
export const partsIn = ({ planAnswers }: StoredPlan): readonly LessonPart[] =>
  partsFor(answers.parse(planAnswers)['q20']);

const weekAt = (plan: StoredPlan, place: number, lessonOf: LessonOf): Lesson[] =>
  place % DAYS_A_WEEK === 0
    ? lessonIdsOf(plan)
        .slice(place - DAYS_A_WEEK, place)
        .flatMap((id) => lessonOf(id) ?? [])
    : [];

/**
 * Returns the lesson at a place; undefined while its file cannot be read. Throws a RangeError for a place outside the
 * course.
 */
export function placedLesson(plan: StoredPlan, place: number, lessonOf: LessonOf): PlacedLesson | undefined {
  const lesson = lessonOf(lessonIdAt(plan, place));
  if (!lesson) return undefined;
  const stored = answers.parse(plan.planAnswers);
  const reason = plan.planVersion === WEEK_ORDER_VERSION ? null : reasonFor(lesson, profileOf(stored));
  return {
    lesson,
    because: reason && becauseOf(reason),
    parts: partsIn(plan),
    week: weekAt(plan, place, lessonOf),
  };
}

/** Returns the review of a week as Markdown: the takeaway of each lesson, and a question. */
export const reviewOf = (week: PlacedLesson['week']): string =>
  [
    `## ${REVIEW_HEADING}`,
    ...week.map(({ title, takeaway }) => `- **${title}:** ${takeaway}`),
    '',
    'Which one did you really use? Which will you do again, and on which day?',
  ].join('\n');
