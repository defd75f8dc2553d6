import { hasRole } from './lesson-graph.mjs';
import { misfitOf, sortedBy } from './ranking.mjs';
import { daysTag, isForAim, PLAN_DAYS, SETUP_TAG } from '../vocabulary.mjs';

/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('./lesson-graph.mjs').LessonGraph} LessonGraph */
/** @typedef {import('./lesson-graph.mjs').LessonSet} LessonSet */
/** @typedef {import('../profile.mjs').Profile} Profile */
/** @typedef {import('../vocabulary.mjs').Area} Area */
/** @typedef {import('../vocabulary.mjs').Role} Role */
/** @typedef {(lesson: CatalogueLesson) => boolean} Wanted */

/**
 * What a plan has at least: the arc from its first lesson to its last one, and lessons of the chosen areas.
 * @typedef {object} Arc
 * @property {CatalogueLesson | null} start
 * @property {CatalogueLesson | null} safety May be the start.
 * @property {LessonSet} project The lessons of its project, the last of which is `finish`.
 * @property {CatalogueLesson | null} finish
 * @property {CatalogueLesson | null} close
 * @property {LessonSet} lessons All of it, with what it needs.
 * @property {readonly string[]} gaps What the catalogue is too poor for, in words.
 */

/** Lessons of the chosen areas, all together, in a plan of any length. */
const LEAST_FOR_TARGET = 2;

/** A project may take up to this share of a plan, and always three days. */
const PROJECT_SHARE = 1 / 3;
const PROJECT_DAYS = 3;

/**
 * Returns false for a lesson that is marked for plans of other lengths.
 * @param {CatalogueLesson} lesson
 * @param {number} days
 */
export const suitsDays = (lesson, days) =>
  lesson.for.includes(daysTag(days)) || !PLAN_DAYS.some((other) => lesson.for.includes(daysTag(other)));

/**
 * @param {LessonSet} needed
 * @param {LessonSet} there
 */
export const lacking = (needed, there) => [...needed].filter((lesson) => !there.has(lesson)).length;

/**
 * Returns true for a lesson that may stand anywhere in a plan, with all that it needs.
 * @param {LessonSet | null} whole
 * @returns {whole is LessonSet}
 */
export const isFree = (whole) =>
  whole !== null && [...whole].every((one) => !hasRole(one, 'start') && !hasRole(one, 'close'));

/**
 * Returns the lessons with a role that a plan of this length may have, the best one first.
 * @param {LessonGraph} graph
 * @param {Profile} profile
 * @param {number} days
 * @param {Role} role
 */
const withRole = ({ lessons, closureOf }, profile, days, role) =>
  sortedBy(
    lessons.filter((lesson) => hasRole(lesson, role) && suitsDays(lesson, days) && closureOf(lesson)),
    (lesson) => [lesson.for.includes(daysTag(days)) ? 0 : 1, misfitOf(lesson, profile)],
  );

/**
 * Returns the ways to begin: with data safety on a day of its own, then on the first day.
 * @param {LessonGraph} graph
 * @param {Profile} profile
 * @param {number} days
 */
const openingsOf = (graph, profile, days) => {
  const starts = withRole(graph, profile, days, 'start').filter((lesson) => lesson.needs.length === 0);
  const start = starts.find((lesson) => !hasRole(lesson, 'safety')) ?? starts[0] ?? null;
  const isNext = (/** @type {CatalogueLesson} */ lesson) =>
    !hasRole(lesson, 'start') &&
    [...(graph.closureOf(lesson) ?? [])].every((need) => need === lesson || need === start);
  const safety = withRole(graph, profile, days, 'safety').find(isNext) ?? null;
  const both = starts.find((lesson) => hasRole(lesson, 'safety'));
  return [
    { start, safety: start && hasRole(start, 'safety') ? start : safety },
    ...(both ? [{ start: both, safety: both }] : []),
  ];
};

/**
 * Returns the last lessons of the projects that a plan of this length has place for, the longest project first.
 * @param {LessonGraph} graph
 * @param {Profile} profile
 * @param {number} days
 */
const finishesOf = (graph, profile, days) => {
  const most = Math.max(PROJECT_DAYS, Math.ceil(days * PROJECT_SHARE));
  return sortedBy(
    withRole(graph, profile, days, 'finish').flatMap((finish) => {
      const project = graph.closureOf(finish) ?? new Set();
      return project.size <= most && [...project].some((one) => hasRole(one, 'project')) ? [{ finish, project }] : [];
    }),
    ({ finish, project }) => [-project.size, profile.areas.includes(finish.area) ? 0 : 1],
  );
};

/**
 * What even a week has one lesson of, if there is a place: a chosen aim, then help to set up.
 * @param {Profile} profile
 * @returns {Wanted[]}
 */
const wantedBy = ({ wishes, setup }) => {
  /** @type {Wanted} */
  const isForChosenAim = (lesson) => isForAim(lesson) && wishes.some(({ tag }) => tag === lesson.for[0]);
  /** @type {Wanted} */
  const isSetup = (lesson) => lesson.for.includes(SETUP_TAG);
  return [
    ...(wishes.some((wish) => isForAim({ for: [wish.tag] })) ? [isForChosenAim] : []),
    ...(setup ? [isSetup] : []),
  ];
};

/**
 * @param {LessonGraph} graph
 * @param {Profile} profile
 * @param {number} days
 */
const arcBuilder = (graph, profile, days) => {
  const closes = withRole(graph, profile, days, 'close');

  /**
   * @param {object} parts
   * @param {CatalogueLesson | null} parts.start
   * @param {CatalogueLesson | null} parts.safety
   * @param {CatalogueLesson | null} [parts.finish]
   * @param {LessonSet} [parts.project]
   * @param {readonly Area[]} [parts.areas]
   * @param {readonly Wanted[]} [parts.wanted]
   * @returns {Arc}
   */
  return ({ start, safety, finish = null, project = new Set(), areas = [], wanted = [] }) => {
    const lessons = new Set([start, safety, ...project].filter((lesson) => lesson !== null));
    const [close = null] = sortedBy(closes, (lesson) => {
      const needed = graph.closureOf(lesson) ?? new Set();
      return [lesson.for.includes(daysTag(days)) ? 0 : 1, lacking(needed, lessons), -needed.size];
    });
    for (const one of (close && graph.closureOf(close)) ?? []) lessons.add(one);

    /** Adds the lesson that takes the fewest places. Returns false if there is none. */
    const add = (/** @type {Wanted} */ isWanted) => {
      const found = graph.lessons.flatMap((lesson) => {
        const whole = isWanted(lesson) && !lessons.has(lesson) ? graph.wholeOf(lesson) : null;
        return isFree(whole) ? [{ whole, keys: [lacking(whole, lessons), misfitOf(lesson, profile)] }] : [];
      });
      const [best] = sortedBy(found, ({ keys }) => keys);
      for (const one of best?.whole ?? []) lessons.add(one);
      return best !== undefined;
    };
    const has = (/** @type {Wanted} */ isWanted) => [...lessons].some(isWanted);
    const isTarget = (/** @type {CatalogueLesson} */ lesson) => areas.includes(lesson.area);
    const missing = areas.filter((area) => {
      const isOfArea = (/** @type {CatalogueLesson} */ lesson) => lesson.area === area;
      return !has(isOfArea) && !add(isOfArea);
    });
    const isShort = areas.length > missing.length && [...lessons].filter(isTarget).length < LEAST_FOR_TARGET;
    const gaps = [
      ...(start ? [] : ['a first lesson']),
      ...(safety ? [] : ['data safety']),
      ...(finish ? [] : ['a project with its end']),
      ...(close ? [] : ['a closing day']),
      ...missing,
      ...(isShort && !add(isTarget) ? [`a second one for ${areas.join(', ')}`] : []),
    ];
    for (const isWanted of wanted) if (!has(isWanted)) add(isWanted);
    return { start, safety, project, finish, close, lessons, gaps };
  };
};

/**
 * Returns the arc of a plan of `days` lessons. On a short plan a lesson has several parts where the catalogue has such a
 * one: a start that deals with data safety, an area's lesson that is a whole project. What still does not fit is left out:
 * first what the reader wants beside the chosen areas, then the project, then areas from the last one.
 * @param {LessonGraph} graph
 * @param {Profile} profile
 * @param {number} days
 * @returns {Arc}
 */
export const arcOf = (graph, profile, days) => {
  const build = arcBuilder(graph, profile, days);
  const openings = openingsOf(graph, profile, days);
  const finishes = finishesOf(graph, profile, days);
  const isForeign = (/** @type {CatalogueLesson} */ { area }) => area !== 'general' && !profile.areas.includes(area);
  const own = finishes.filter(({ finish }) => !isForeign(finish));
  const foreign = finishes.filter(({ finish }) => isForeign(finish));
  // Experts and those without an assistant have a first day of their own, which is not given up for an aim.
  const short = profile.setup || profile.level === 'deep' ? openings.slice(0, 1) : openings;
  const wanted = wantedBy(profile);
  const { areas } = profile;

  const attempts = [
    ...wanted.map((_, left) => ({ openings: short, finishes: own, wanted: wanted.slice(0, wanted.length - left) })),
    { openings: short, finishes: own, wanted: [] },
    { openings: short, finishes: foreign, wanted: [] },
    { openings, finishes, wanted: [] },
  ];
  for (const attempt of attempts)
    for (const opening of attempt.openings)
      for (const end of attempt.finishes) {
        const arc = build({ ...opening, ...end, areas, wanted: attempt.wanted });
        if (arc.lessons.size <= days) return arc;
      }
  for (let count = areas.length; count >= 0; count -= 1)
    for (const opening of openings) {
      const arc = build({ ...opening, areas: areas.slice(0, count) });
      if (arc.lessons.size <= days) return { ...arc, gaps: [...arc.gaps, ...areas.slice(count)] };
    }
  return build({ start: null, safety: null });
};
