import { graphOf, hasRole } from './lesson-graph.mjs';
import { arcOf, isMovable } from './plan-arc.mjs';
import { inTurn, misfitOf, sortedBy } from './ranking.mjs';
import { isForAim, SETUP_TAG, TARGET_AREAS } from '../vocabulary.mjs';

/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('./plan-arc.mjs').Arc} Arc */
/** @typedef {import('../profile.mjs').Profile} Profile */

/**
 * How the places that the arc leaves free are shared, by level. General lessons come last.
 * @type {Readonly<Record<Profile['level'], { wishes: number, areas: number, general: number }>>}
 */
const SHARES = {
  basic: { general: 0.45, areas: 0.35, wishes: 0.2 },
  core: { general: 0.3, areas: 0.45, wishes: 0.25 },
  deep: { general: 0.3, areas: 0.5, wishes: 0.2 },
};
/** Penalty in the ranking, on the scale of `misfitOf`. */
const LAST_RESORT_PENALTY = 3;
/** At most one set-up lesson per this number of days. */
const DAYS_PER_SETUP_LESSON = 7;

/**
 * Returns true for lessons that a plan includes only if nothing better is left: those for aims that were not chosen,
 * and projects of several days other than its own.
 * @param {CatalogueLesson} lesson
 * @param {Profile} profile
 */
const isLastResort = (lesson, { areas, wishes }) => {
  if (areas.includes(lesson.area)) return false;
  if (hasRole(lesson, 'project') !== hasRole(lesson, 'finish')) return true;
  if (wishes.some(({ tag }) => lesson.for.includes(tag))) return false;
  return lesson.area === 'general' && isForAim(lesson);
};

/**
 * Chooses the lessons of a plan: those of its arc, then those that fit the answers best, then those that fit the level.
 * @param {readonly CatalogueLesson[]} catalogue
 * @param {Profile} profile
 * @param {number} days
 * @returns {{ readonly arc: Arc, readonly chosen: readonly CatalogueLesson[] }} in the catalogue's order
 */
export const chooseLessons = (catalogue, profile, days) => {
  const graph = graphOf(catalogue);
  const arc = arcOf(graph, profile, days);
  const chosen = new Set(arc.lessons);

  /** @type {(candidates: readonly CatalogueLesson[], limit: number) => void} */
  const take = (candidates, limit) => {
    let left = Math.min(limit, days - chosen.size);
    for (const lesson of candidates) {
      if (left <= 0) return;
      const whole = chosen.has(lesson) ? null : graph.wholeOf(lesson);
      const added = isMovable(whole) ? [...whole].filter((member) => !chosen.has(member)) : [];
      if (added.length === 0 || added.length > left) continue;
      for (const member of added) chosen.add(member);
      left -= added.length;
    }
  };

  // An expert's plan has a basic lesson only if another lesson needs it.
  const isTooBasic = (/** @type {CatalogueLesson} */ lesson) => profile.level === 'deep' && lesson.level === 'basic';
  const isSetup = (/** @type {CatalogueLesson} */ lesson) => lesson.for.includes(SETUP_TAG);
  const isRelevant = (/** @type {CatalogueLesson} */ lesson) =>
    (lesson.area === 'general' || profile.areas.includes(lesson.area)) && !isLastResort(lesson, profile);
  const ranked = sortedBy(catalogue, (lesson) => [
    misfitOf(lesson, profile) + (isLastResort(lesson, profile) ? LAST_RESORT_PENALTY : 0),
  ]);
  const suitable = ranked.filter((lesson) => !isTooBasic(lesson) && !isSetup(lesson));
  const relevantFirst = sortedBy(suitable, (lesson) => [isRelevant(lesson) ? 0 : 1]);

  if (profile.setup)
    take(ranked.filter(isSetup), Math.floor(days / DAYS_PER_SETUP_LESSON) - [...chosen].filter(isSetup).length);
  const free = days - chosen.size;
  const share = SHARES[profile.level];
  const countIn = (/** @type {string} */ area) => [...chosen].filter((lesson) => lesson.area === area).length;
  const areas = sortedBy(profile.areas.length > 0 ? profile.areas : TARGET_AREAS, (area) => [countIn(area)]);
  take(inTurn(areas.map((area) => suitable.filter((lesson) => lesson.area === area))), Math.ceil(free * share.areas));
  take(
    inTurn(profile.wishes.map(({ tag }) => relevantFirst.filter((lesson) => lesson.for.includes(tag)))),
    Math.ceil(free * share.wishes),
  );
  take(
    relevantFirst.filter((lesson) => lesson.area === 'general' && isRelevant(lesson)),
    Math.ceil(free * share.general),
  );
  take(relevantFirst, days);
  take(ranked, days);
  // Fills every day even if the catalogue is too small for whole arcs.
  for (const lesson of sortedBy(ranked, (candidate) => [graph.closureOf(candidate) ? 0 : 1])) {
    const closure = graph.closureOf(lesson) ?? new Set([lesson]);
    const added = [...closure].filter((member) => !chosen.has(member));
    if (chosen.size + added.length <= days) for (const member of added) chosen.add(member);
  }
  return { arc, chosen: catalogue.filter((lesson) => chosen.has(lesson)) };
};
