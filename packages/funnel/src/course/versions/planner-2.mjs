import { CATALOGUE_2 } from './catalogue-2.mjs';
import { graphOf, hasRole } from '../planner/lesson-graph.mjs';
import { isMovable, missingCount, suitsDays } from '../planner/plan-arc.mjs';
import { profileOf } from '../profile.mjs';
import { inTurn, misfitOf, sortedBy } from '../planner/ranking.mjs';
import { reasonFor } from '../reasons.mjs';
import { AIMS, aimTag, daysTag, LEVELS, SETUP_TAG, TARGET_AREAS } from '../vocabulary.mjs';

/** @typedef {Omit<import('../planner/plan-arc.mjs').Arc, 'gaps'>} Arc */
/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('../planner/lesson-graph.mjs').LessonGraph} LessonGraph */
/** @typedef {import('../planner/lesson-graph.mjs').LessonSet} LessonSet */
/** @typedef {import('../planner/plan-course.mjs').CoursePlan} CoursePlan */
/** @typedef {import('../profile.mjs').Answers} Answers */
/** @typedef {import('../profile.mjs').Profile} Profile */
/** @typedef {import('../vocabulary.mjs').Area} Area */
/** @typedef {import('../vocabulary.mjs').Role} Role */

// The planner of version 2, which with its catalogue keeps making the same plans for offers that still show them.
// Delete both once no such offer is live.

/** A project may take up this share of a plan, or three days if that is more. */
const PROJECT_SHARE = 1 / 3;
const PROJECT_DAYS = 3;

/**
 * @param {LessonGraph} graph
 * @param {Profile} profile
 * @param {number} days
 */
const arcBuilder = (graph, profile, days) => {
  /** @type {(role: Role) => CatalogueLesson[]} */
  const withRole = (role) =>
    sortedBy(
      graph.lessons.filter((lesson) => hasRole(lesson, role) && suitsDays(lesson, days) && graph.closureOf(lesson)),
      (lesson) => [lesson.for.includes(daysTag(days)) ? 0 : 1, misfitOf(lesson, profile)],
    );
  /** @type {(lesson: CatalogueLesson) => LessonSet} */
  const closure = (lesson) => graph.closureOf(lesson) ?? new Set();
  /** @type {(lesson: CatalogueLesson, but: LessonSet) => boolean} */
  const isOpening = (lesson, but) => missingCount(closure(lesson), new Set([...but, lesson])) === 0;

  const starts = withRole('start').filter((lesson) => lesson.needs.length === 0);
  const most = Math.max(PROJECT_DAYS, Math.ceil(days * PROJECT_SHARE));
  const finishes = sortedBy(
    withRole('finish').filter(
      (lesson) => [...closure(lesson)].some((one) => hasRole(one, 'project')) && closure(lesson).size <= most,
    ),
    (lesson) => [-closure(lesson).size, profile.areas.includes(lesson.area) ? 0 : 1],
  );

  /** @type {(area: Area, there: LessonSet) => LessonSet | undefined} */
  const cheapestFor = (area, there) => {
    const found = graph.lessons.flatMap((lesson) => {
      const whole = lesson.area === area ? graph.wholeOf(lesson) : null;
      return isMovable(whole) ? [{ lesson, whole }] : [];
    });
    return sortedBy(found, ({ lesson, whole }) => [missingCount(whole, there), misfitOf(lesson, profile)])[0]?.whole;
  };

  /** @type {(there: LessonSet) => CatalogueLesson | null} */
  const closeFor = (there) =>
    sortedBy(withRole('close'), (lesson) => {
      const needed = closure(lesson);
      return [lesson.for.includes(daysTag(days)) ? 0 : 1, missingCount(needed, there), -needed.size];
    })[0] ?? null;

  /**
   * @param {{ start: CatalogueLesson | null, safety: CatalogueLesson | null, finish: CatalogueLesson | null, areas: readonly Area[] }} parts
   * @returns {Arc}
   */
  const build = ({ start, safety, finish, areas }) => {
    const lessons = new Set([start, safety].filter((lesson) => lesson !== null));
    const project = finish ? closure(finish) : new Set();
    for (const one of project) lessons.add(one);
    const close = closeFor(lessons);
    if (close) for (const one of closure(close)) lessons.add(one);
    for (const area of areas)
      if (![...lessons].some((lesson) => lesson.area === area))
        for (const one of cheapestFor(area, lessons) ?? []) lessons.add(one);
    return { start, safety, project, finish, close, lessons };
  };

  const plainStart = starts.find((lesson) => !hasRole(lesson, 'safety')) ?? starts[0] ?? null;
  const opening = new Set(plainStart ? [plainStart] : []);
  const plainSafety =
    withRole('safety').find((lesson) => !hasRole(lesson, 'start') && isOpening(lesson, opening)) ?? null;
  const both = starts.find((lesson) => hasRole(lesson, 'safety'));
  const openings = [
    { start: plainStart, safety: plainStart && hasRole(plainStart, 'safety') ? plainStart : plainSafety },
    ...(both ? [{ start: both, safety: both }] : []),
  ];
  return { build, openings, finishes };
};

/**
 * Returns the arc of a plan of `days` lessons. In a short plan, one lesson may have several roles if the catalogue has
 * such lessons: a start that covers data safety, or an area's lesson that is a whole project. What still does not fit
 * is left out: first the project, then areas, starting with the last one.
 * @param {LessonGraph} graph
 * @param {Profile} profile
 * @param {number} days
 * @returns {Arc}
 */
const arcOf = (graph, profile, days) => {
  const { build, openings, finishes } = arcBuilder(graph, profile, days);
  const { areas } = profile;
  for (const opening of openings)
    for (const finish of finishes) {
      const arc = build({ ...opening, finish, areas });
      if (arc.lessons.size <= days) return arc;
    }
  for (let count = areas.length; count >= 0; count -= 1)
    for (const opening of openings) {
      const arc = build({ ...opening, finish: null, areas: areas.slice(0, count) });
      if (arc.lessons.size <= days) return arc;
    }
  return build({ start: null, safety: null, finish: null, areas: [] });
};

/**
 * How the places that the arc leaves free are shared, by level. General lessons come last.
 * @type {Readonly<Record<Profile['level'], { wishes: number, areas: number, general: number }>>}
 */
const SHARES = {
  basic: { general: 0.45, areas: 0.35, wishes: 0.2 },
  core: { general: 0.3, areas: 0.45, wishes: 0.25 },
  deep: { general: 0.3, areas: 0.5, wishes: 0.2 },
};
/** The maximum number of set-up lessons in a one-week plan. Longer plans have one per week, but at least three. */
const SETUP_IN_A_WEEK = 1;
const SETUP_AT_LEAST = 3;

/**
 * Chooses the lessons of a plan: those of its arc, then those that fit the answers best, then those that fit the level.
 * @param {readonly CatalogueLesson[]} catalogue
 * @param {Profile} profile
 * @param {number} days
 * @returns {{ readonly arc: Arc, readonly chosen: ReadonlySet<CatalogueLesson> }}
 */
const chooseLessons = (catalogue, profile, days) => {
  const graph = graphOf(catalogue);
  const arc = arcOf(graph, profile, days);
  const chosen = new Set(arc.lessons);

  /** @type {(candidates: readonly CatalogueLesson[], most: number) => void} */
  const take = (candidates, most) => {
    let left = Math.min(most, days - chosen.size);
    for (const lesson of candidates) {
      if (left <= 0) return;
      const whole = chosen.has(lesson) ? null : graph.wholeOf(lesson);
      const added = isMovable(whole) ? [...whole].filter((one) => !chosen.has(one)) : [];
      if (added.length === 0 || added.length > left) continue;
      for (const one of added) chosen.add(one);
      left -= added.length;
    }
  };

  // An expert's plan has a basic lesson only if another lesson needs it.
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
  // Fills every day even if the catalogue is too small for whole arcs.
  for (const lesson of sortedBy(ranked, (one) => [graph.closureOf(one) ? 0 : 1])) {
    const closure = graph.closureOf(lesson) ?? new Set([lesson]);
    const added = [...closure].filter((one) => !chosen.has(one));
    if (chosen.size + added.length <= days) for (const one of added) chosen.add(one);
  }
  return { arc, chosen };
};

/**
 * The range of a plan, from 0 to 1, over which the lessons of each kind are spread evenly, so that each week mixes
 * several kinds: chosen areas start in the first week, others later, and the project fills the second half.
 */
const WINDOWS = /** @type {const} */ ({
  setup: [0.01, 0.12],
  general: [0.01, 1],
  chosen: [0.06, 0.92],
  others: [0.3, 1],
  project: [0.45, 0.98],
});

/**
 * Sets the sort key of each lesson: its ideal position between the first day, 0, and the last, 1.
 * @param {Map<CatalogueLesson, number>} keys
 * @param {readonly CatalogueLesson[]} lessons
 * @param {readonly [from: number, to: number]} window
 */
const spread = (keys, lessons, [from, to]) =>
  lessons.forEach((lesson, index) => keys.set(lesson, from + ((to - from) * (index + 0.5)) / lessons.length));

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
  // Start, then at most one set-up lesson, then safety, so that safety comes by day 3.
  if (setup[0]) keys.set(setup[0], -2);
  if (safety) keys.set(safety, -1);
  if (start) keys.set(start, -3);
  return keys;
};

/**
 * Returns the lessons in the order in which they are sent: the start first, the close last, each after its needs.
 * @param {ReadonlySet<CatalogueLesson>} chosen
 * @param {Arc} arc
 * @param {Profile} profile
 * @returns {CatalogueLesson[]}
 */
const orderLessons = (chosen, arc, profile) => {
  const lessons = [...chosen].filter((lesson) => lesson !== arc.close);
  const keys = keysOf(lessons, arc, profile);
  const ids = new Set(lessons.map(({ id }) => id));
  const waiting = sortedBy(lessons, (lesson) => [keys.get(lesson) ?? 1]);
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

/** The version of the plans that `planCourse2` makes. */
export const PLAN_VERSION_2 = `2.${CATALOGUE_2.digest}`;

/**
 * Returns the plan that version 2 makes from these answers.
 * @param {Answers} answers
 * @param {number} days
 * @returns {CoursePlan}
 */
export const planCourse2 = (answers, days) => {
  const profile = profileOf(answers);
  const { arc, chosen } = chooseLessons(CATALOGUE_2.lessons, profile, days);
  const lessons = orderLessons(chosen, arc, profile);
  return {
    version: PLAN_VERSION_2,
    lessons: lessons.map((lesson) => ({ id: lesson.id, why: reasonFor(lesson, profile) })),
  };
};
