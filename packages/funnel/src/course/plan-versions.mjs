import { CATALOGUE } from './catalogue.mjs';
import { CATALOGUE_BEFORE } from './catalogue-before.mjs';
import { decodeChoices } from '../choices.mjs';
import { planCourse, versionOf } from './plan-course.mjs';
import { idsInWeekOrder, weekOrderFor } from './week-order.mjs';

/** @typedef {import('./profile.mjs').Answers} Answers */
/** @typedef {import('./plan-course.mjs').CoursePlan} CoursePlan */
/** @typedef {(answers: Answers, days: number) => CoursePlan} Planner */

/** The version of the courses that were only reordered by weeks. */
export const WEEK_ORDER_VERSION = '1';

/** @type {Planner} */
const planByWeeks = (answers, days) => ({
  version: WEEK_ORDER_VERSION,
  lessons: idsInWeekOrder(weekOrderFor(decodeChoices(answers['q15'])))
    .slice(0, days)
    .map((id) => ({ id, why: null })),
});

/**
 * The planners that a service keeps, newest first: an offer that was released before, or later, shows plans of another
 * version than its own.
 * @type {Readonly<Record<string, Planner>>}
 */
const PLANNERS = {
  [versionOf(CATALOGUE)]: (answers, days) => planCourse(answers, days),
  ...(CATALOGUE_BEFORE && {
    [versionOf(CATALOGUE_BEFORE)]: (answers, days) => planCourse(answers, days, CATALOGUE_BEFORE ?? CATALOGUE),
  }),
  [WEEK_ORDER_VERSION]: planByWeeks,
};

/**
 * Returns the plan that an offer with this version shows for these answers; of the newest version if this one is unknown or
 * none was shown. The plan says which one it is.
 * @param {string | null | undefined} version
 * @param {Answers} answers
 * @param {number} days
 */
export const planOfVersion = (version, answers, days) => {
  const planner = version && Object.hasOwn(PLANNERS, version) ? PLANNERS[version] : undefined;
  return (planner ?? planCourse)(answers, days);
};
