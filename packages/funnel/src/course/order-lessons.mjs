import { inTurn } from './choose-lessons.mjs';
import { sortedBy } from './plan-arc.mjs';
import { LEVELS, SETUP_TAG, TARGET_AREAS } from './vocabulary.mjs';

/** @typedef {import('./catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('./plan-arc.mjs').Arc} Arc */
/** @typedef {import('./profile.mjs').Profile} Profile */

/**
 * The part of a plan, from 0 to 1, over which the lessons of a kind are spread evenly: each week has some of several kinds,
 * chosen areas begin in the first week and others later, and the project fills the second half.
 */
const WINDOWS = /** @type {const} */ ({
  setup: [0.01, 0.12],
  general: [0.01, 1],
  chosen: [0.06, 0.92],
  others: [0.3, 1],
  project: [0.45, 0.98],
});

/**
 * Returns the key of each lesson: where it would stand between the first day, 0, and the last, 1.
 * @param {Map<CatalogueLesson, number>} keys
 * @param {readonly CatalogueLesson[]} lessons
 * @param {readonly [from: number, to: number]} window
 */
const spread = (keys, lessons, [from, to]) =>
  lessons.forEach((lesson, at) => keys.set(lesson, from + ((to - from) * (at + 0.5)) / lessons.length));

/** @param {readonly CatalogueLesson[]} lessons */
const byLevel = (lessons) => sortedBy(lessons, ({ level }) => [LEVELS.indexOf(level)]);

/**
 * @param {readonly CatalogueLesson[]} lessons
 * @param {Arc} arc
 * @param {Profile} profile
 */
const keysOf = (lessons, { start, safety, project, finish }, profile) => {
  /** @type {Map<CatalogueLesson, number>} */
  const keys = new Map();
  const rest = lessons.filter((lesson) => lesson !== start && lesson !== safety && !project.has(lesson));
  const setup = rest.filter((lesson) => lesson.for.includes(SETUP_TAG));
  const other = rest.filter((lesson) => !setup.includes(lesson));
  const ofAreas = (/** @type {readonly string[]} */ areas) =>
    inTurn(areas.map((area) => byLevel(other.filter((lesson) => lesson.area === area))));
  spread(keys, setup, WINDOWS.setup);
  spread(keys, ofAreas(['general']), WINDOWS.general);
  spread(keys, ofAreas(profile.areas), WINDOWS.chosen);
  spread(keys, ofAreas(TARGET_AREAS.filter((area) => !profile.areas.includes(area))), WINDOWS.others);
  spread(
    keys,
    [...project].filter((lesson) => lessons.includes(lesson)),
    WINDOWS.project,
  );
  if (finish) keys.set(finish, 1);
  // Start, at most one lesson of setting up, safety: so it comes by day 3.
  if (setup[0]) keys.set(setup[0], -2);
  if (safety) keys.set(safety, -1);
  if (start) keys.set(start, -3);
  return keys;
};

/**
 * Returns the lessons in the order in which they are sent: the start first, the close last, each after what it needs.
 * @param {ReadonlySet<CatalogueLesson>} chosen
 * @param {Arc} arc
 * @param {Profile} profile
 * @returns {CatalogueLesson[]}
 */
export const orderLessons = (chosen, arc, profile) => {
  const lessons = [...chosen].filter((lesson) => lesson !== arc.close);
  const keys = keysOf(lessons, arc, profile);
  const ids = new Set(lessons.map(({ id }) => id));
  const waiting = sortedBy(lessons, (lesson) => [keys.get(lesson) ?? 1]);
  /** @type {CatalogueLesson[]} */
  const ordered = [];
  const sent = new Set();
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ needs }) => needs.every((need) => sent.has(need) || !ids.has(need)));
    const [next] = waiting.splice(Math.max(0, at), 1);
    if (!next) break;
    sent.add(next.id);
    ordered.push(next);
  }
  return arc.close ? [...ordered, arc.close] : ordered;
};
