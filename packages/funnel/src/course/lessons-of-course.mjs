import { idsInWeekOrder } from './week-order.mjs';

/**
 * What is stored of a course about its lessons.
 * @typedef {object} StoredCourse
 * @property {readonly string[]} lessonIds Empty for a course that was bought before plans were stored.
 * @property {readonly number[]} weekOrder What such a course has instead.
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
