import { DEFAULT_PLAN, findPlan } from '@course/funnel';
import { type LessonPart, partsFor, type PlanAnswers, planCourse, reasonsOf, weeksOf } from '@course/funnel/course';

/** The days of the plan that the offer recommends. */
const DAYS = findPlan(DEFAULT_PLAN)?.days ?? 0;

/** What the first step shows of a visitor's course. */
export interface FirstStepPlan {
  /** The id of lesson 1. */
  readonly firstLesson: string;
  /** Its parts as a reader with these answers gets them. */
  readonly parts: readonly LessonPart[];
  /** Titles of some lessons of each week, in the visitor's order. */
  readonly weeks: readonly (readonly string[])[];
  /** True if answers chose lessons of it. */
  readonly fromAnswers: boolean;
}

/** The recommended plan as an order of this visitor would begin now. */
export function firstStepPlan(answers: PlanAnswers): FirstStepPlan {
  const plan = planCourse(answers, DAYS);
  return {
    firstLesson: plan.lessons[0]?.id ?? '',
    parts: partsFor(answers['q20']),
    weeks: weeksOf(plan),
    fromAnswers: reasonsOf(plan).length > 0,
  };
}
