import { DEFAULT_PLAN, findPlan } from '@course/funnel';
import { type PlanAnswers, planCourse, reasonsOf, weeksOf } from '@course/funnel/course';

/** The number of answers named in a sentence, even if the plan follows more. */
const NAMED_REASONS = 2;

/** The course that the visitor would get, as the offer shows it. */
export interface MyPlan {
  /** Titles of some lessons of each week. */
  readonly weeks: readonly (readonly string[])[];
  /** Such as `7 lessons because you chose Design, 4 because you want to buy a house`; empty without answers. */
  readonly reasons: string;
}

/** Returns the visitor's plan in the offer's default length, computed by the same planner as in the service. */
export const myPlan = (answers: PlanAnswers): MyPlan => {
  const plan = planCourse(answers, findPlan(DEFAULT_PLAN)?.days ?? 0);
  const [first, ...others] = reasonsOf(plan).slice(0, NAMED_REASONS);
  const lessons = first && `${first.count} ${first.count === 1 ? 'lesson' : 'lessons'} ${first.because}`;
  return {
    weeks: weeksOf(plan),
    reasons: [...(lessons ? [lessons] : []), ...others.map(({ count, because }) => `${count} ${because}`)].join(', '),
  };
};
