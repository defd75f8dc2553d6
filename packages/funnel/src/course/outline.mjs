import { DEFAULT_PLAN, findPlan } from '../plans.mjs';
import { CATALOGUE, findLesson } from './catalogue.mjs';
import { planCourse } from './planner/plan-course.mjs';
import { profileOf } from './profile.mjs';
import { becauseOf, reasonFor } from './reasons.mjs';
import { DAYS_A_WEEK } from './vocabulary.mjs';

/** @typedef {import('./planner/plan-course.mjs').CoursePlan} CoursePlan */
/** @typedef {import('./planner/plan-course.mjs').PlannedLesson} PlannedLesson */

/** The number of lessons that an outline names per week. */
const HIGHLIGHTS = 3;
/** How many of them are chosen for an answer. */
const FOR_ANSWERS = 2;

/**
 * The lessons of a plan that were chosen for one answer.
 * @typedef {{ readonly because: string, readonly count: number, readonly titles: readonly string[] }} ReasonGroup
 */

/**
 * @param {PlannedLesson} lesson
 * @param {import('./catalogue.mjs').Catalogue} [catalogue]
 */
const titleOf = ({ id }, catalogue = CATALOGUE) => catalogue.lessons.find((lesson) => lesson.id === id)?.title ?? id;

/**
 * Returns the lessons that represent a week, in order: up to two for answers, different ones if possible, and others.
 * @param {readonly PlannedLesson[]} week
 */
const highlightsOf = (week) => {
  const because = week.map(({ why }) => (why ? becauseOf(why) : ''));
  const repeats = (/** @type {number} */ index) => (because.indexOf(because[index] ?? '') === index ? 0 : 1);
  const positions = week.map((_, index) => index);
  const chosen = positions.filter((index) => because[index] !== '').sort((a, b) => repeats(a) - repeats(b) || a - b);
  const others = positions.filter((index) => because[index] === '');
  const best = [...chosen.slice(0, FOR_ANSWERS), ...others, ...chosen.slice(FOR_ANSWERS)].slice(0, HIGHLIGHTS);
  return week.filter((_, index) => best.includes(index));
};

/**
 * Returns the titles of up to three lessons of each week, as the offer and the confirmation show them.
 * @param {Pick<CoursePlan, 'lessons'>} plan
 * @param {import('./catalogue.mjs').Catalogue} [catalogue]
 */
export const weeksOf = ({ lessons }, catalogue = CATALOGUE) =>
  Array.from({ length: Math.ceil(lessons.length / DAYS_A_WEEK) }, (_, index) =>
    highlightsOf(lessons.slice(index * DAYS_A_WEEK, (index + 1) * DAYS_A_WEEK)).map((lesson) =>
      titleOf(lesson, catalogue),
    ),
  );

/**
 * What the offer shows of the plan for no answers, to every visitor until the planner is loaded.
 * @typedef {{ readonly version: string, readonly weeks: readonly (readonly string[])[] }} GeneralPlan
 */

/**
 * Returns the contents of `general-plan.mjs`.
 * @param {import('./catalogue.mjs').Catalogue} [catalogue]
 * @returns {GeneralPlan}
 */
export const generalPlanOf = (catalogue = CATALOGUE) => {
  const plan = planCourse({}, findPlan(DEFAULT_PLAN)?.days ?? 0, catalogue);
  return { version: plan.version, weeks: weeksOf(plan, catalogue) };
};

/**
 * Groups the lessons of a plan by the answer that they were chosen for, the answer with the most lessons first.
 * @param {Pick<CoursePlan, 'lessons'>} plan
 * @returns {ReasonGroup[]}
 */
export const reasonsOf = ({ lessons }) => {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const lesson of lessons) {
    if (!lesson.why) continue;
    const because = becauseOf(lesson.why);
    groups.set(because, [...(groups.get(because) ?? []), titleOf(lesson)]);
  }
  return [...groups]
    .map(([because, titles]) => ({ because, count: titles.length, titles }))
    .sort((a, b) => b.count - a.count);
};

/**
 * A plan as the offer and the confirmation show it.
 * @typedef {{ readonly weeks: readonly (readonly string[])[], readonly reasons: readonly ReasonGroup[] }} PlanOutline
 */

/**
 * Returns the outline of a plan with these lessons, for these answers.
 * @param {readonly string[]} ids
 * @param {import('./profile.mjs').Answers} answers
 * @returns {PlanOutline}
 */
export const outlineOf = (ids, answers) => {
  const profile = profileOf(answers);
  const lessons = ids.map((id) => {
    const lesson = findLesson(id);
    return { id, why: lesson ? reasonFor(lesson, profile) : null };
  });
  return { weeks: weeksOf({ lessons }), reasons: reasonsOf({ lessons }) };
};
