/** @typedef {'general' | 'writing' | 'design' | 'development' | 'marketing' | 'business'} Area The subject of a lesson: an answer to q15, or `general`. */
/** @typedef {'basic' | 'core' | 'deep'} Level */
/**
 * The role that a lesson may have in a plan: `start` is the first lesson and `close` the last one, `safety` comes by
 * day 3, and `project` begins what `finish` completes.
 * @typedef {'start' | 'safety' | 'project' | 'finish' | 'close'} Role
 */

/** The areas of q15, in the order in which plans consider them. */
export const TARGET_AREAS = /** @type {const} */ (['writing', 'design', 'development', 'marketing', 'business']);

/** @type {readonly Area[]} */
export const AREAS = ['general', ...TARGET_AREAS];
/** @type {readonly Level[]} */
export const LEVELS = ['basic', 'core', 'deep'];
/** @type {readonly Role[]} */
export const ROLES = ['start', 'safety', 'project', 'finish', 'close'];

/** Answers to q2 that lessons may serve. */
export const GOALS = /** @type {const} */ ([
  'increase-wealth',
  'become-boss',
  'career-change',
  'skill-improvement',
  'future-proof',
]);
/** Answers to q19 that lessons may serve. */
export const AIMS = /** @type {const} */ ([
  'buy-house',
  'travel-world',
  'start-business',
  'financial-freedom',
  'help-family',
]);

/** Lengths of a plan in days. */
export const PLAN_DAYS = /** @type {const} */ ([7, 28, 84]);

/** A week of a course has a lesson for each of its days. */
export const DAYS_A_WEEK = 7;

/** Marks lessons that help with the first steps with a tool. */
export const SETUP_TAG = 'setup';

/** @param {string} goal */
export const goalTag = (goal) => `goal:${goal}`;
/** @param {string} aim */
export const aimTag = (aim) => `aim:${aim}`;
/**
 * Returns the tag that limits a lesson with a role to plans of this length.
 * @param {number} days
 */
export const daysTag = (days) => `days:${days}`;

/** The values that the field `for` of a lesson may list. The first one is what the lesson was written for. */
export const FOR_TAGS = [...GOALS.map(goalTag), ...AIMS.map(aimTag), SETUP_TAG, ...PLAN_DAYS.map(daysTag)];

/**
 * @param {string} value
 * @returns {value is Area}
 */
export const isArea = (value) => AREAS.some((area) => area === value);

/**
 * @param {string} value
 * @returns {value is Level}
 */
export const isLevel = (value) => LEVELS.some((level) => level === value);

/**
 * @param {string} value
 * @returns {value is Role}
 */
export const isRole = (value) => ROLES.some((role) => role === value);

/**
 * Returns true for a lesson that was written for an aim rather than for everybody.
 * @param {{ readonly for: readonly string[] }} lesson
 */
export const isForAim = ({ for: [first] }) => AIMS.some((aim) => first === aimTag(aim));
