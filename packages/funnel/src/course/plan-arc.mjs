import { hasRole } from './lesson-graph.mjs';
import { daysTag, PLAN_DAYS } from './vocabulary.mjs';

/** @typedef {import('./catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('./lesson-graph.mjs').LessonGraph} LessonGraph */
/** @typedef {import('./lesson-graph.mjs').LessonSet} LessonSet */
/** @typedef {import('./profile.mjs').Profile} Profile */
/** @typedef {import('./vocabulary.mjs').Area} Area */
/** @typedef {import('./vocabulary.mjs').Role} Role */

/**
 * What a plan has at least: the arc from its first lesson to its last one, and a lesson for each chosen area.
 * @typedef {object} Arc
 * @property {CatalogueLesson | null} start
 * @property {CatalogueLesson | null} safety May be the start.
 * @property {LessonSet} project The lessons of its project, the last of which is `finish`.
 * @property {CatalogueLesson | null} finish
 * @property {CatalogueLesson | null} close
 * @property {LessonSet} lessons All of it, with what it needs.
 * @property {readonly string[]} gaps What the catalogue is too poor for, in words.
 */

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

/** A project may take up to this share of a plan, and always three days. */
const PROJECT_SHARE = 1 / 3;
const PROJECT_DAYS = 3;

/**
 * @param {CatalogueLesson} lesson
 * @param {Profile} profile
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
 * Returns false for a lesson that is marked for plans of other lengths.
 * @param {CatalogueLesson} lesson
 * @param {number} days
 */
const suitsDays = (lesson, days) =>
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
  const isOpening = (lesson, but) => lacking(closure(lesson), new Set([...but, lesson])) === 0;

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
      return isFree(whole) ? [{ lesson, whole }] : [];
    });
    return sortedBy(found, ({ lesson, whole }) => [lacking(whole, there), misfitOf(lesson, profile)])[0]?.whole;
  };

  /** @type {(there: LessonSet) => CatalogueLesson | null} */
  const closeFor = (there) =>
    sortedBy(withRole('close'), (lesson) => {
      const needed = closure(lesson);
      return [lesson.for.includes(daysTag(days)) ? 0 : 1, lacking(needed, there), -needed.size];
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
    const missing = areas.filter((area) => {
      if ([...lessons].some((lesson) => lesson.area === area)) return false;
      const whole = cheapestFor(area, lessons);
      for (const one of whole ?? []) lessons.add(one);
      return whole === undefined;
    });
    const gaps = [
      ...(start ? [] : ['a first lesson']),
      ...(safety ? [] : ['data safety']),
      ...(finish ? [] : ['a project with its end']),
      ...(close ? [] : ['a closing day']),
      ...missing,
    ];
    return { start, safety, project, finish, close, lessons, gaps };
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
 * Returns the arc of a plan of `days` lessons. On a short plan a lesson has several parts where the catalogue has such a
 * one: a start that deals with data safety, an area's lesson that is a whole project. What still does not fit is left out,
 * the project first, then areas from the last one.
 * @param {LessonGraph} graph
 * @param {Profile} profile
 * @param {number} days
 * @returns {Arc}
 */
export const arcOf = (graph, profile, days) => {
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
      if (arc.lessons.size <= days) return { ...arc, gaps: [...arc.gaps, ...areas.slice(count)] };
    }
  return build({ start: null, safety: null, finish: null, areas: [] });
};
