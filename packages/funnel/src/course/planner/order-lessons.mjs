import { hasRole } from './lesson-graph.mjs';
import { inTeachingOrder, inTurn, sortedBy } from './ranking.mjs';
import { AREAS, DAYS_A_WEEK, isForAim, SETUP_TAG } from '../vocabulary.mjs';

/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('./plan-arc.mjs').Arc} Arc */
/** @typedef {import('../profile.mjs').Profile} Profile */

/** The number of lessons of chosen areas in the first week, if available; one of each area if more areas are chosen. */
const TARGET_IN_FIRST_WEEK = 3;

/**
 * Returns the range of days over which the lessons of each kind are spread evenly, so that each week mixes several
 * kinds: the first week favours the chosen areas, other lessons come later, and the project fills the second half.
 * @param {number} days
 */
const windowsOf = (days) => {
  const week = Math.min(DAYS_A_WEEK, days);
  return /** @type {const} */ ({
    setup: [week / 2, 2 * week],
    firstWeek: [2, week],
    chosen: [week, 0.92 * days],
    general: [2.5, days],
    aim: [0.8 * week, Math.max(week, 0.6 * days)],
    otherProject: [0.1 * days, 0.4 * days],
    other: [0.3 * days, days],
    project: [0.45 * days, 0.98 * days],
  });
};

/**
 * @param {CatalogueLesson} lesson
 * @param {Arc} arc
 * @param {Profile} profile
 */
const kindOf = (lesson, { project }, { areas, wishes }) => {
  if (project.has(lesson)) return 'project';
  if (lesson.for.includes(SETUP_TAG)) return 'setup';
  if (areas.includes(lesson.area)) return 'chosen';
  if (isForAim(lesson)) return wishes.some(({ tag }) => lesson.for.includes(tag)) ? 'aim' : 'other';
  if (hasRole(lesson, 'project') !== hasRole(lesson, 'finish')) return 'otherProject';
  return lesson.area === 'general' ? 'general' : 'other';
};

/**
 * Returns the sort key of each lesson: the day on which it would ideally come, from 0.
 * @param {readonly CatalogueLesson[]} lessons in the catalogue's order
 * @param {Arc} arc
 * @param {Profile} profile
 * @param {number} days
 */
const keysOf = (lessons, arc, profile, days) => {
  const { start, safety, finish, project } = arc;
  const windows = windowsOf(days);
  /** @type {Map<CatalogueLesson, number>} */
  const keys = new Map();
  const spread = (/** @type {keyof typeof windows} */ window, /** @type {readonly CatalogueLesson[]} */ group) => {
    const [from, to] = windows[window];
    group.forEach((lesson, index) => keys.set(lesson, from + ((to - from) * (index + 0.5)) / group.length));
  };
  /** Returns the lessons of a kind, one of each area in turn. */
  const ofKind = (/** @type {ReturnType<typeof kindOf>} */ kind) => {
    const group = lessons.filter(
      (lesson) => lesson !== start && lesson !== safety && kindOf(lesson, arc, profile) === kind,
    );
    return inTurn(
      AREAS.map((area) =>
        inTeachingOrder(
          group.filter((lesson) => lesson.area === area),
          profile.level,
        ),
      ),
    );
  };

  const setup = ofKind('setup');
  const chosen = ofKind('chosen');
  const inFirstWeek = Math.max(TARGET_IN_FIRST_WEEK, profile.areas.length);
  spread('setup', setup);
  spread('firstWeek', chosen.slice(0, inFirstWeek));
  spread('chosen', chosen.slice(inFirstWeek));
  for (const kind of /** @type {const} */ (['general', 'aim', 'otherProject', 'other'])) spread(kind, ofKind(kind));
  // `project` is in dependency order.
  spread(
    'project',
    [...project].filter((lesson) => lessons.includes(lesson)),
  );
  if (finish) keys.set(finish, days);
  // Start, then at most one set-up lesson, then safety, so that safety comes by day 3.
  if (setup[0]) keys.set(setup[0], -2);
  if (safety) keys.set(safety, -1);
  if (start) keys.set(start, -3);
  return keys;
};

/**
 * Returns the lessons in the order in which they are sent: the start first, the close last, each after its needs.
 * @param {readonly CatalogueLesson[]} chosen in the catalogue's order
 * @param {Arc} arc
 * @param {Profile} profile
 * @returns {CatalogueLesson[]}
 */
export const orderLessons = (chosen, arc, profile) => {
  const lessons = chosen.filter((lesson) => lesson !== arc.close);
  const keys = keysOf(lessons, arc, profile, chosen.length);
  const ids = new Set(lessons.map(({ id }) => id));
  const waiting = sortedBy(lessons, (lesson) => [keys.get(lesson) ?? chosen.length]);
  /** @type {CatalogueLesson[]} */
  const ordered = [];
  const sent = new Set();
  while (waiting.length > 0) {
    const index = waiting.findIndex(({ needs }) => needs.every((need) => sent.has(need) || !ids.has(need)));
    const [next] = waiting.splice(Math.max(0, index), 1);
    if (!next) break;
    sent.add(next.id);
    ordered.push(next);
  }
  return arc.close ? [...ordered, arc.close] : ordered;
};
