import { CATALOGUE } from '../catalogue.mjs';
import { CATALOGUES_BEFORE } from '../catalogue-before.mjs';
import { decodeChoices } from '../../choices.mjs';
import { planCourse, versionOf } from '../planner/plan-course.mjs';
import { PLAN_VERSION_2, planCourse2 } from './planner-2.mjs';
import { idsInWeekOrder, weekOrderFor } from './week-order.mjs';

/** @typedef {import('../profile.mjs').Answers} Answers */
/** @typedef {import('../planner/plan-course.mjs').CoursePlan} CoursePlan */
/** @typedef {(answers: Answers, days: number) => CoursePlan} Planner */

/** The version of courses whose lessons were only reordered by whole weeks. */
export const WEEK_ORDER_VERSION = '1';

/** @type {Planner} */
const planByWeeks = (answers, days) => ({
  version: WEEK_ORDER_VERSION,
  lessons: idsInWeekOrder(weekOrderFor(decodeChoices(answers['q15'])))
    .slice(0, days)
    .map((id) => ({ id, why: null })),
});

/**
 * The planners that the service keeps, newest first: offers of other releases may show plans of another version.
 * @type {Readonly<Record<string, Planner>>}
 */
const PLANNERS = {
  [versionOf(CATALOGUE)]: (answers, days) => planCourse(answers, days),
  ...Object.fromEntries(
    CATALOGUES_BEFORE.map((catalogue) => [
      versionOf(catalogue),
      /** @type {Planner} */ ((answers, days) => planCourse(answers, days, catalogue)),
    ]),
  ),
  [PLAN_VERSION_2]: planCourse2,
  [WEEK_ORDER_VERSION]: planByWeeks,
};

/**
 * Returns the plan that an offer of this version shows for these answers. Uses the newest version if this one is
 * unknown or absent; the plan's `version` says which one was used.
 * @param {string | null | undefined} version
 * @param {Answers} answers
 * @param {number} days
 */
export const planOfVersion = (version, answers, days) => {
  const planner = version && Object.hasOwn(PLANNERS, version) ? PLANNERS[version] : undefined;
  return (planner ?? planCourse)(answers, days);
};

/**
 * What is stored about the lessons of a course.
 * @typedef {object} StoredCourse
 * @property {readonly string[]} lessonIds Empty for courses bought before plans were stored.
 * @property {readonly number[]} weekOrder The order of weeks, which those courses have instead.
 */

/**
 * Returns the ids of a course's lessons, in the order in which they are sent.
 * @param {StoredCourse} course
 * @returns {readonly string[]}
 */
export const lessonIdsOf = ({ lessonIds, weekOrder }) => (lessonIds.length > 0 ? lessonIds : idsInWeekOrder(weekOrder));

/**
 * Returns the id of the lesson at a place, from 1. Throws a RangeError for a place outside the course.
 * @param {StoredCourse} course
 * @param {number} place
 */
export const lessonIdAt = (course, place) => {
  const ids = lessonIdsOf(course);
  const id = Number.isInteger(place) ? ids[place - 1] : undefined;
  if (id === undefined) throw new RangeError(`A course of ${ids.length} lessons has no place ${place}`);
  return id;
};
