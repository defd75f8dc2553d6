import { LEVELS } from '../vocabulary.mjs';

/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('../profile.mjs').Profile} Profile */

/**
 * How badly a lesson's level fits the reader's; 0 is best.
 * @type {Readonly<Record<Profile['level'], Readonly<Record<CatalogueLesson['level'], number>>>>}
 */
const MISFIT = {
  basic: { basic: 0, core: 1, deep: 3 },
  core: { core: 0, basic: 1, deep: 2 },
  // Experts get basics only if the catalogue has nothing else left.
  deep: { deep: 0, core: 1, basic: 9 },
};

/**
 * @param {CatalogueLesson} lesson
 * @param {Pick<Profile, 'level'>} profile
 */
export const misfitOf = (lesson, { level }) => MISFIT[level][lesson.level];

/**
 * Returns the items in ascending order of their keys, compared lexicographically. The sort is stable.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => readonly number[]} keysOf
 */
export const sortedBy = (items, keysOf) =>
  items
    .map((item) => ({ item, keys: keysOf(item) }))
    .sort((a, b) => a.keys.map((key, index) => key - (b.keys[index] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ item }) => item);

/**
 * Interleaves the lists: one item of each in turn, without duplicates.
 * @template T
 * @param {readonly (readonly T[])[]} lists
 */
export const inTurn = (lists) => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => (index < list.length ? [list[index]] : [])),
  );
  return [...new Set(turns.flat())].filter((item) => item !== undefined);
};

/**
 * Returns lessons in teaching order for a reader of this level: for novices from easy to hard; for experts, hard
 * lessons alternate with others from the start; otherwise hard ones come last. Within these groups, the catalogue's
 * order is kept.
 * @param {readonly CatalogueLesson[]} lessons in the catalogue's order
 * @param {Profile['level']} level
 */
export const inTeachingOrder = (lessons, level) => {
  if (level === 'basic') return sortedBy(lessons, (lesson) => [LEVELS.indexOf(lesson.level)]);
  const hard = lessons.filter((lesson) => lesson.level === 'deep');
  const others = lessons.filter((lesson) => lesson.level !== 'deep');
  return level === 'deep' ? inTurn([hard, others]) : [...others, ...hard];
};
