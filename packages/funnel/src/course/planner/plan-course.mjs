import { CATALOGUE } from '../catalogue.mjs';
import { chooseLessons } from './choose-lessons.mjs';
import { orderLessons } from './order-lessons.mjs';
import { profileOf } from '../profile.mjs';
import { reasonFor } from '../reasons.mjs';

/** @typedef {import('../catalogue.mjs').Catalogue} Catalogue */
/** @typedef {import('../profile.mjs').Answers} Answers */
/** @typedef {import('../profile.mjs').Reason} Reason */

/**
 * A lesson of a plan. `why` is the answer for which it was chosen; null if any reader of the same level may get it.
 * @typedef {{ readonly id: string, readonly why: Reason | null }} PlannedLesson
 */

/**
 * One visitor's course: its lessons, in the order in which they are sent.
 * @typedef {object} CoursePlan
 * @property {string} version Identifies the planner and the catalogue that it was made with.
 * @property {readonly PlannedLesson[]} lessons
 */

/**
 * Returns the version of the plans that this planner makes from a catalogue.
 * @param {Pick<Catalogue, 'digest'>} catalogue
 */
export const versionOf = ({ digest }) => `3.${digest}`;

/** The version of the plans that `planCourse` makes. */
export const PLAN_VERSION = versionOf(CATALOGUE);

/**
 * Returns the plan for these answers. Deterministic: the same answers and catalogue give the same plan. It has exactly
 * `days` lessons if the catalogue has that many. Answers that are unknown, missing or no longer asked are ignored.
 * @param {Answers} answers
 * @param {number} days
 * @param {Catalogue} [catalogue]
 * @returns {CoursePlan}
 */
export const planCourse = (answers, days, catalogue = CATALOGUE) => {
  const profile = profileOf(answers);
  const { arc, chosen } = chooseLessons(catalogue.lessons, profile, days);
  const lessons = orderLessons(chosen, arc, profile);
  return {
    version: versionOf(catalogue),
    lessons: lessons.map((lesson) => ({ id: lesson.id, why: reasonFor(lesson, profile) })),
  };
};
