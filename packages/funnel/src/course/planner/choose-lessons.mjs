import { graphOf, hasRole } from './lesson-graph.mjs';
import { arcOf, isFree } from './plan-arc.mjs';
import { inTurn, misfitOf, sortedBy } from './ranking.mjs';
import { isForAim, SETUP_TAG, TARGET_AREAS } from '../vocabulary.mjs';

/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('./plan-arc.mjs').Arc} Arc */
/** @typedef {import('../profile.mjs').Profile} Profile */

/**
 * The shares of what the arc leaves free, by level. Lessons for everybody come last, as far as there are places.
 * @type {Readonly<Record<Profile['level'], { wishes: number, areas: number, general: number }>>}
 */
const SHARES = {
  basic: { general: 0.45, areas: 0.35, wishes: 0.2 },
  core: { general: 0.3, areas: 0.45, wishes: 0.25 },
  deep: { general: 0.3, areas: 0.5, wishes: 0.2 },
};
/** Counts as so many levels away from the reader's. */
const ASIDE = 3;
/** One set-up lesson in so many days, at most. */
const DAYS_FOR_SETUP = 7;

/**
 * Returns true for what a plan has only where nothing better is left: lessons for other people's aims, and projects of
 * several days beside its own.
 * @param {CatalogueLesson} lesson
 * @param {Profile} profile
 */
const isAside = (lesson, { areas, wishes }) => {
  if (areas.includes(lesson.area)) return false;
  if (hasRole(lesson, 'project') !== hasRole(lesson, 'finish')) return true;
  if (wishes.some(({ tag }) => lesson.for.includes(tag))) return false;
  return lesson.area === 'general' && isForAim(lesson);
};

/**
 * Chooses the lessons of a plan: those of its arc, then what suits the answers best, then what suits the level.
 * @param {readonly CatalogueLesson[]} catalogue
 * @param {Profile} profile
 * @param {number} days
 * @returns {{ readonly arc: Arc, readonly chosen: readonly CatalogueLesson[] }} in the catalogue's order
 */
export const chooseLessons = (catalogue, profile, days) => {
  const graph = graphOf(catalogue);
  const arc = arcOf(graph, profile, days);
  const chosen = new Set(arc.lessons);

  /** @type {(candidates: readonly CatalogueLesson[], most: number) => void} */
  const take = (candidates, most) => {
    let left = Math.min(most, days - chosen.size);
    for (const lesson of candidates) {
      if (left <= 0) return;
      const whole = chosen.has(lesson) ? null : graph.wholeOf(lesson);
      const added = isFree(whole) ? [...whole].filter((one) => !chosen.has(one)) : [];
      if (added.length === 0 || added.length > left) continue;
      for (const one of added) chosen.add(one);
      left -= added.length;
    }
  };

  // An expert's plan has a basic lesson only where another one needs it.
  const isBeneath = (/** @type {CatalogueLesson} */ lesson) => profile.level === 'deep' && lesson.level === 'basic';
  const isSetup = (/** @type {CatalogueLesson} */ lesson) => lesson.for.includes(SETUP_TAG);
  const isNear = (/** @type {CatalogueLesson} */ lesson) =>
    (lesson.area === 'general' || profile.areas.includes(lesson.area)) && !isAside(lesson, profile);
  const ranked = sortedBy(catalogue, (lesson) => [misfitOf(lesson, profile) + (isAside(lesson, profile) ? ASIDE : 0)]);
  const suitable = ranked.filter((lesson) => !isBeneath(lesson) && !isSetup(lesson));
  const nearFirst = sortedBy(suitable, (lesson) => [isNear(lesson) ? 0 : 1]);

  if (profile.setup)
    take(ranked.filter(isSetup), Math.floor(days / DAYS_FOR_SETUP) - [...chosen].filter(isSetup).length);
  const free = days - chosen.size;
  const share = SHARES[profile.level];
  const countIn = (/** @type {string} */ area) => [...chosen].filter((lesson) => lesson.area === area).length;
  const areas = sortedBy(profile.areas.length > 0 ? profile.areas : TARGET_AREAS, (area) => [countIn(area)]);
  take(inTurn(areas.map((area) => suitable.filter((lesson) => lesson.area === area))), Math.ceil(free * share.areas));
  take(
    inTurn(profile.wishes.map(({ tag }) => nearFirst.filter((lesson) => lesson.for.includes(tag)))),
    Math.ceil(free * share.wishes),
  );
  take(
    nearFirst.filter((lesson) => lesson.area === 'general' && isNear(lesson)),
    Math.ceil(free * share.general),
  );
  take(nearFirst, days);
  take(ranked, days);
  // A catalogue that is too small for whole arcs still fills each day.
  for (const lesson of sortedBy(ranked, (one) => [graph.closureOf(one) ? 0 : 1])) {
    const closure = graph.closureOf(lesson) ?? new Set([lesson]);
    const added = [...closure].filter((one) => !chosen.has(one));
    if (chosen.size + added.length <= days) for (const one of added) chosen.add(one);
  }
  return { arc, chosen: catalogue.filter((lesson) => chosen.has(lesson)) };
};
