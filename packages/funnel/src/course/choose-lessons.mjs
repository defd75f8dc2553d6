import { arcOf, isFree, misfitOf, sortedBy } from './plan-arc.mjs';
import { graphOf } from './lesson-graph.mjs';
import { AIMS, aimTag, SETUP_TAG, TARGET_AREAS } from './vocabulary.mjs';

/** @typedef {import('./catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('./plan-arc.mjs').Arc} Arc */
/** @typedef {import('./profile.mjs').Profile} Profile */

/**
 * The shares of what the arc leaves free, by level. Lessons for everybody come last, as far as there are places.
 * @type {Readonly<Record<Profile['level'], { wishes: number, areas: number, general: number }>>}
 */
const SHARES = {
  basic: { general: 0.45, areas: 0.35, wishes: 0.2 },
  core: { general: 0.3, areas: 0.45, wishes: 0.25 },
  deep: { general: 0.3, areas: 0.5, wishes: 0.2 },
};
/** Set-up lessons in a plan of a week, at most; longer plans have as many as weeks and always three. */
const SETUP_IN_A_WEEK = 1;
const SETUP_AT_LEAST = 3;

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
 * Chooses the lessons of a plan: those of its arc, then what suits the answers best, then what suits the level.
 * @param {readonly CatalogueLesson[]} catalogue
 * @param {Profile} profile
 * @param {number} days
 * @returns {{ readonly arc: Arc, readonly chosen: ReadonlySet<CatalogueLesson> }}
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
  const isForOthers = (/** @type {CatalogueLesson} */ lesson) =>
    lesson.area === 'general' &&
    AIMS.some((aim) => lesson.for.includes(aimTag(aim))) &&
    !profile.wishes.some(({ tag }) => lesson.for.includes(tag));
  const ranked = sortedBy(catalogue, (lesson) => [misfitOf(lesson, profile) + (isForOthers(lesson) ? 1 : 0)]);
  const suitable = ranked.filter((lesson) => !isBeneath(lesson) && !isSetup(lesson));
  const nearFirst = sortedBy(suitable, ({ area }) => [area === 'general' || profile.areas.includes(area) ? 0 : 1]);
  const areas = profile.areas.length > 0 ? profile.areas : TARGET_AREAS;

  if (profile.setup)
    take(ranked.filter(isSetup), days <= 7 ? SETUP_IN_A_WEEK : Math.max(SETUP_AT_LEAST, Math.floor(days / 7)));
  const free = days - chosen.size;
  const share = SHARES[profile.level];
  take(
    inTurn(profile.wishes.map(({ tag }) => nearFirst.filter((lesson) => lesson.for.includes(tag)))),
    Math.ceil(free * share.wishes),
  );
  take(inTurn(areas.map((area) => suitable.filter((lesson) => lesson.area === area))), Math.ceil(free * share.areas));
  take(
    suitable.filter(({ area }) => area === 'general'),
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
  return { arc, chosen };
};
