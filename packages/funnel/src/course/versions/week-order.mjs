// Plans of version 1: whole weeks, reordered by the chosen areas. Needed for courses bought before lessons were planned
// individually, as long as such courses are running.

import { numberedLessonId } from '../../lessons/lesson-file.mjs';
import { DAYS_A_WEEK } from '../vocabulary.mjs';

/**
 * A week of the course: seven lessons of at most one area of question q15.
 * @typedef {object} Week
 * @property {number} week
 * @property {string} title
 * @property {string | null} area The answer to q15 that moves this week forward; null if it comes first for everybody.
 */

/**
 * The curriculum, in the order of the lesson files: `content/lessons/day-01.md` ... `day-84.md`.
 * @type {readonly Readonly<Week>[]}
 */
export const WEEKS = [
  { week: 1, title: 'Core AI Tools', area: null },
  { week: 2, title: 'Productivity Boost', area: null },
  { week: 3, title: 'Career & Projects', area: null },
  { week: 4, title: 'Mastery & Impact', area: null },
  { week: 5, title: 'Writing: Your Voice, Faster', area: 'writing' },
  { week: 6, title: 'Design: See It, Shape It', area: 'design' },
  { week: 7, title: 'Development: Small Tools, No Fear', area: 'development' },
  { week: 8, title: 'Marketing: Find and Reach Your People', area: 'marketing' },
  { week: 9, title: 'Business: Offers and Numbers', area: 'business' },
  { week: 10, title: 'Writing: Longer Work', area: 'writing' },
  { week: 11, title: 'Marketing: Campaigns That Learn', area: 'marketing' },
  { week: 12, title: 'Business: Running on Systems', area: 'business' },
];

/**
 * Returns all weeks in a visitor's order: first those for everybody, then those of the chosen areas, then the rest,
 * each group in the table's order. Unknown areas are ignored.
 * @param {readonly string[]} areas
 */
export const weekOrderFor = (areas) => {
  const rank = (/** @type {Week} */ { area }) => (area === null ? 0 : areas.includes(area) ? 1 : 2);
  return [...WEEKS].sort((a, b) => rank(a) - rank(b)).map(({ week }) => week);
};

/**
 * Returns the ids of the lessons of these weeks, in their order.
 * @param {readonly number[]} weekOrder
 */
export const idsInWeekOrder = (weekOrder) =>
  weekOrder.flatMap((week) =>
    Array.from({ length: DAYS_A_WEEK }, (_, index) => numberedLessonId((week - 1) * DAYS_A_WEEK + index + 1)),
  );

/** The ids of all lessons of version 1. */
export const WEEK_ORDER_IDS = idsInWeekOrder(WEEKS.map(({ week }) => week));
