import { hasRole } from './lesson-graph.mjs';
import { misfitOf, sortedBy } from './ranking.mjs';
import { daysTag, isForAim, PLAN_DAYS, SETUP_TAG } from '../vocabulary.mjs';

/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('./lesson-graph.mjs').LessonGraph} LessonGraph */
/** @typedef {import('./lesson-graph.mjs').LessonSet} LessonSet */
/** @typedef {import('../profile.mjs').Profile} Profile */
/** @typedef {import('../vocabulary.mjs').Area} Area */
/** @typedef {import('../vocabulary.mjs').Role} Role */
/** @typedef {(lesson: CatalogueLesson) => boolean} LessonPredicate */

/**
 * The minimum of a plan: the arc from its first lesson to its last one, and lessons of the chosen areas.
 * @typedef {object} Arc
 * @property {CatalogueLesson | null} start
 * @property {CatalogueLesson | null} safety May be the start.
 * @property {LessonSet} project The lessons of its project, ending with `finish`.
 * @property {CatalogueLesson | null} finish
 * @property {CatalogueLesson | null} close
 * @property {LessonSet} lessons All lessons of the arc, with their needs.
 * @property {readonly string[]} gaps Descriptions of what the catalogue does not provide for this plan.
 */

/** The minimum number of lessons of the chosen areas, in total, in a plan of any length. */
const MIN_TARGET_LESSONS = 2;

/** A project may take up this share of a plan, or three days if that is more. */
const PROJECT_SHARE = 1 / 3;
const PROJECT_DAYS = 3;

/**
 * Returns false for a lesson that is marked for plans of other lengths only.
 * @param {CatalogueLesson} lesson
 * @param {number} days
 */
export const suitsDays = (lesson, days) =>
  lesson.for.includes(daysTag(days)) || !PLAN_DAYS.some((other) => lesson.for.includes(daysTag(other)));

/**
 * Returns how many of the needed lessons are not in a plan yet.
 * @param {LessonSet} needed
 * @param {LessonSet} present
 */
export const missingCount = (needed, present) => [...needed].filter((lesson) => !present.has(lesson)).length;

/**
 * Returns true for a lesson whose set of needs may go anywhere in a plan, because it has no first or closing lesson.
 * @param {LessonSet | null} whole
 * @returns {whole is LessonSet}
 */
export const isMovable = (whole) =>
  whole !== null && [...whole].every((member) => !hasRole(member, 'start') && !hasRole(member, 'close'));

/**
 * Returns the lessons with a role that fit a plan of this length, the best one first.
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
 * Returns the possible openings: with data safety on a day of its own, then with data safety on the first day.
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
 * Returns the last lessons of the projects that fit a plan of this length, the longest project first.
 * @param {LessonGraph} graph
 * @param {Profile} profile
 * @param {number} days
 */
const finishesOf = (graph, profile, days) => {
  const maxDays = Math.max(PROJECT_DAYS, Math.ceil(days * PROJECT_SHARE));
  return sortedBy(
    withRole(graph, profile, days, 'finish').flatMap((finish) => {
      const project = graph.closureOf(finish) ?? new Set();
      return project.size <= maxDays && [...project].some((member) => hasRole(member, 'project'))
        ? [{ finish, project }]
        : [];
    }),
    ({ finish, project }) => [-project.size, profile.areas.includes(finish.area) ? 0 : 1],
  );
};

/**
 * Returns what even a one-week plan includes one lesson of, if there is room: a chosen aim, then help with setting up.
 * @param {Profile} profile
 * @returns {LessonPredicate[]}
 */
const wantedBy = ({ wishes, setup }) => {
  /** @type {LessonPredicate} */
  const isForChosenAim = (lesson) => isForAim(lesson) && wishes.some(({ tag }) => tag === lesson.for[0]);
  /** @type {LessonPredicate} */
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
   * @param {readonly LessonPredicate[]} [parts.wanted]
   * @returns {Arc}
   */
  return ({ start, safety, finish = null, project = new Set(), areas = [], wanted = [] }) => {
    const lessons = new Set([start, safety, ...project].filter((lesson) => lesson !== null));
    const [close = null] = sortedBy(closes, (lesson) => {
      const needed = graph.closureOf(lesson) ?? new Set();
      return [lesson.for.includes(daysTag(days)) ? 0 : 1, missingCount(needed, lessons), -needed.size];
    });
    for (const member of (close && graph.closureOf(close)) ?? []) lessons.add(member);

    /** Adds the matching lesson that takes the fewest places. Returns false if there is none. */
    const add = (/** @type {LessonPredicate} */ isWanted) => {
      const found = graph.lessons.flatMap((lesson) => {
        const whole = isWanted(lesson) && !lessons.has(lesson) ? graph.wholeOf(lesson) : null;
        return isMovable(whole) ? [{ whole, keys: [missingCount(whole, lessons), misfitOf(lesson, profile)] }] : [];
      });
      const [best] = sortedBy(found, ({ keys }) => keys);
      for (const member of best?.whole ?? []) lessons.add(member);
      return best !== undefined;
    };
    const has = (/** @type {LessonPredicate} */ isWanted) => [...lessons].some(isWanted);
    const isTarget = (/** @type {CatalogueLesson} */ lesson) => areas.includes(lesson.area);
    const missing = areas.filter((area) => {
      const isOfArea = (/** @type {CatalogueLesson} */ lesson) => lesson.area === area;
      return !has(isOfArea) && !add(isOfArea);
    });
    const isShort = areas.length > missing.length && [...lessons].filter(isTarget).length < MIN_TARGET_LESSONS;
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
 * Returns the arc of a plan of `days` lessons. In a short plan, one lesson may have several roles if the catalogue has
 * such lessons: a start that covers data safety, or an area's lesson that is a whole project. What still does not fit
 * is left out: first what the reader wants besides the chosen areas, then the project, then areas, starting with the
 * last one.
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
  // Experts and readers without an assistant get a special first day, which is not given up for an aim.
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
