import { arcOf } from './plan-arc.mjs';
import { graphOf, hasRole } from './lesson-graph.mjs';
import { AIMS, aimTag, GOALS, goalTag, LEVELS, PLAN_DAYS, ROLES, SETUP_TAG, TARGET_AREAS } from '../vocabulary.mjs';

/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('../profile.mjs').Profile} Profile */

/** Lessons that serve each goal and each aim, at least. */
const LEAST_FOR_GOAL = 4;
const LEAST_FOR_AIM = 2;

/** @param {readonly CatalogueLesson[]} lessons */
const tagProblems = (lessons) =>
  [
    ...GOALS.map((goal) => /** @type {const} */ ([goalTag(goal), LEAST_FOR_GOAL])),
    ...AIMS.map((aim) => /** @type {const} */ ([aimTag(aim), LEAST_FOR_AIM])),
    /** @type {const} */ ([SETUP_TAG, 1]),
  ].flatMap(([tag, least]) => {
    const count = lessons.filter((lesson) => lesson.for.includes(tag)).length;
    return count < least ? [`lessons: ${count} are for ${tag}; at least ${least} have to be`] : [];
  });

/**
 * Returns what is wrong with the needs of a lesson's role: a start and a closing day stand at the ends of a plan.
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
      const wrong = needed.find((one) => hasRole(one, 'close') || hasRole(one, 'start'));
      return [
        ...(wrong ? [`${file}: needs ${wrong.id}, but not every plan has that first or last lesson`] : []),
        ...(hasRole(lesson, 'start') && lesson.needs.length > 0 ? [`${file}: is a first lesson and needs others`] : []),
        ...(hasRole(lesson, 'safety') && lesson.needs.length > 0
          ? [`${file}: comes by day 3 in each plan and needs others`]
          : []),
      ];
    }),
  ];
};

/** All sets of areas, the smallest first. */
const AREA_SETS = TARGET_AREAS.reduce(
  (sets, area) => [...sets, ...sets.map((set) => [...set, area])],
  /** @type {import('../vocabulary.mjs').Area[][]} */ ([[]]),
).sort((a, b) => a.length - b.length);

/**
 * Returns which plans cannot have a whole arc and lessons of the chosen areas; one line for each length and what is missing.
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
 * Returns what keeps these lessons from being a whole course for every set of answers.
 * @param {readonly CatalogueLesson[]} lessons
 */
export const planProblems = (lessons) => {
  const most = Math.max(...PLAN_DAYS);
  // A plan has one first and one last lesson; the others of these roles are no use to it.
  const spare = (/** @type {import('../vocabulary.mjs').Role} */ role) =>
    Math.max(0, lessons.filter((lesson) => hasRole(lesson, role)).length - 1);
  const usable = lessons.length - spare('start') - spare('close');
  return [
    ...(usable < most ? [`lessons: one plan can have ${usable} of them; the longest has ${most}`] : []),
    ...tagProblems(lessons),
    ...roleProblems(lessons),
    ...arcProblems(lessons),
  ];
};
