import { arcOf } from './plan-arc.mjs';
import { graphOf, hasRole } from './lesson-graph.mjs';
import { AIMS, aimTag, GOALS, goalTag, LEVELS, PLAN_DAYS, ROLES, SETUP_TAG, TARGET_AREAS } from '../vocabulary.mjs';

/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('../profile.mjs').Profile} Profile */

/** The minimum number of lessons for each goal and each aim. */
const MIN_PER_GOAL = 4;
const MIN_PER_AIM = 2;

/** @param {readonly CatalogueLesson[]} lessons */
const tagProblems = (lessons) =>
  [
    ...GOALS.map((goal) => /** @type {const} */ ([goalTag(goal), MIN_PER_GOAL])),
    ...AIMS.map((aim) => /** @type {const} */ ([aimTag(aim), MIN_PER_AIM])),
    /** @type {const} */ ([SETUP_TAG, 1]),
  ].flatMap(([tag, min]) => {
    const count = lessons.filter((lesson) => lesson.for.includes(tag)).length;
    return count < min ? [`lessons: ${count} are for ${tag}; at least ${min} are required`] : [];
  });

/**
 * Returns what is wrong with roles and with the needs of lessons that have one.
 * @param {readonly CatalogueLesson[]} lessons
 */
const roleProblems = (lessons) => {
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  return [
    ...ROLES.filter((role) => !lessons.some((lesson) => hasRole(lesson, role))).map(
      (role) => `lessons: none has the role ${role}`,
    ),
    ...lessons.flatMap((lesson) => {
      const needed = lesson.needs.flatMap((id) => byId.get(id) ?? []);
      const file = `${lesson.id}.md`;
      const wrong = needed.find((need) => hasRole(need, 'close') || hasRole(need, 'start'));
      return [
        ...(wrong ? [`${file}: needs ${wrong.id}, but not every plan has that first or last lesson`] : []),
        ...(hasRole(lesson, 'start') && lesson.needs.length > 0
          ? [`${file}: is a first lesson, but needs others`]
          : []),
        ...(hasRole(lesson, 'safety') && lesson.needs.length > 0
          ? [`${file}: comes by day 3 in each plan, but needs others`]
          : []),
      ];
    }),
  ];
};

/** All sets of areas, smallest first. */
const AREA_SETS = TARGET_AREAS.reduce(
  (sets, area) => [...sets, ...sets.map((set) => [...set, area])],
  /** @type {import('../vocabulary.mjs').Area[][]} */ ([[]]),
).sort((a, b) => a.length - b.length);

/**
 * Returns which plans cannot have a complete arc and lessons of the chosen areas, one line per length and missing part.
 * @param {readonly CatalogueLesson[]} lessons
 */
const arcProblems = (lessons) => {
  const graph = graphOf(lessons);
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const days of PLAN_DAYS)
    for (const areas of AREA_SETS)
      for (const level of LEVELS) {
        /** @type {Profile} */
        const profile = { level, areas, expertise: null, setup: null, wishes: [] };
        const { gaps } = arcOf(graph, profile, days);
        const key = `${days} ${gaps.join()}`;
        if (gaps.length > 0 && !found.has(key))
          found.set(
            key,
            `lessons: a plan of ${days} days for ${areas.join(', ') || 'everybody'} has no place or no lesson for ${gaps.join(', ')}`,
          );
      }
  return [...found.values()];
};

/**
 * Returns the problems that keep these lessons from making a complete course for every set of answers.
 * @param {readonly CatalogueLesson[]} lessons
 */
export const planProblems = (lessons) => {
  const longest = Math.max(...PLAN_DAYS);
  // A plan has one first and one last lesson, so it cannot use the others with these roles.
  const spare = (/** @type {import('../vocabulary.mjs').Role} */ role) =>
    Math.max(0, lessons.filter((lesson) => hasRole(lesson, role)).length - 1);
  const usable = lessons.length - spare('start') - spare('close');
  return [
    ...(usable < longest ? [`lessons: a plan can use only ${usable} of them; the longest has ${longest}`] : []),
    ...tagProblems(lessons),
    ...roleProblems(lessons),
    ...arcProblems(lessons),
  ];
};
