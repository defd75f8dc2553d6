/**
 * A part of a lesson as a reader gets it: the five-minute version, the lesson itself, the stretch.
 * @typedef {'short' | 'lesson' | 'stretch'} LessonPart
 */

/** @type {Readonly<Record<string, readonly LessonPart[]>>} */
const PARTS = {
  '5-min': ['short', 'lesson'],
  '10-min': ['lesson', 'short'],
  '15-min': ['lesson'],
  '20-min': ['lesson', 'stretch'],
};

/**
 * Returns the parts of a lesson that a mail shows, in their order, for the minutes a day of q20. What is left out is on the
 * course page.
 * @param {string | undefined} minutes
 */
export const partsFor = (minutes = '') =>
  (Object.hasOwn(PARTS, minutes) && PARTS[minutes]) || /** @type {const} */ (['lesson']);
