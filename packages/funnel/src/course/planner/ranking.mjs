import { LEVELS } from '../vocabulary.mjs';

/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('../profile.mjs').Profile} Profile */

/**
 * How badly a lesson's level suits a reader's: 0 is best.
 * @type {Readonly<Record<Profile['level'], Readonly<Record<CatalogueLesson['level'], number>>>>}
 */
const MISFIT = {
  basic: { basic: 0, core: 1, deep: 3 },
  core: { core: 0, basic: 1, deep: 2 },
  // Basics are skipped: only a catalogue that has nothing else left gives them to experts.
  deep: { deep: 0, core: 1, basic: 9 },
};

/**
 * @param {CatalogueLesson} lesson
 * @param {Pick<Profile, 'level'>} profile
 */
export const misfitOf = (lesson, { level }) => MISFIT[level][lesson.level];

/**
 * Returns the items in ascending order of their keys, compared one after the other; equal ones stay in their order.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => readonly number[]} keysOf
 */
export const sortedBy = (items, keysOf) =>
  items
    .map((item) => ({ item, keys: keysOf(item) }))
    .sort((a, b) => a.keys.map((key, at) => key - (b.keys[at] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ item }) => item);

/**
 * Returns one item of each list in turn, without repeating any.
 * @template T
 * @param {readonly (readonly T[])[]} lists
 */
export const inTurn = (lists) => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => (at < list.length ? [list[at]] : [])),
  );
  return [...new Set(turns.flat())].filter((item) => item !== undefined);
};

/**
 * Returns lessons in the order in which a reader of this level gets them, each kind in the catalogue's order: novices from
 * the easy to the hard, others without regard to what is easy for them. Experts get hard ones from the first week.
 * @param {readonly CatalogueLesson[]} lessons in the catalogue's order
 * @param {Profile['level']} level
 */
export const inTeachingOrder = (lessons, level) => {
  if (level === 'basic') return sortedBy(lessons, (lesson) => [LEVELS.indexOf(lesson.level)]);
  const hard = lessons.filter((lesson) => lesson.level === 'deep');
  const others = lessons.filter((lesson) => lesson.level !== 'deep');
  return level === 'deep' ? inTurn([hard, others]) : [...others, ...hard];
};
