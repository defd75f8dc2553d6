import { numberProblems, readContentFile, textProblems } from './front-matter.mjs';

/**
 * One day of the curriculum, as written in its file.
 * @typedef {object} Lesson
 * @property {number} day Day of the curriculum, 1 to 84; not the place in a reader's own order.
 * @property {number} week
 * @property {string} title
 * @property {number} minutes Minutes for reading and exercise together.
 * @property {string} exercise The exercise in one sentence.
 * @property {string} markdown The body, CommonMark.
 */

const NUMBERS = /** @type {const} */ ({ day: 84, week: 12, minutes: 60 });
const TEXTS = /** @type {const} */ ({ title: 60, exercise: 200 });

/**
 * Returns `day-03.md` for day 3.
 * @param {number} day
 */
export const lessonFileName = (day) => `day-${String(day).padStart(2, '0')}.md`;

/** @param {Record<string, string>} fields */
const problemsOf = (fields) => [
  ...Object.entries(NUMBERS).flatMap(([name, max]) => numberProblems(fields, name, max)),
  ...Object.entries(TEXTS).flatMap(([name, max]) => textProblems(fields, name, max)),
  ...Object.keys(fields).flatMap((name) => (name in NUMBERS || name in TEXTS ? [] : [`Unrecognized key: ${name}`])),
];

/**
 * Returns the lesson in a file's text. Throws an Error that says what is wrong with it.
 * @param {string} text
 * @returns {Readonly<Lesson>}
 */
export function parseLesson(text) {
  const { fields, markdown } = readContentFile(text);
  const problems = problemsOf(fields);
  if (problems.length > 0) throw new Error(`front matter: ${problems.join('; ')}`);
  if (markdown === '') throw new Error('the lesson has no text');
  const { day, week, minutes, title = '', exercise = '' } = fields;
  return {
    day: Number(day),
    week: Number(week),
    minutes: Number(minutes),
    title: title.trim(),
    exercise: exercise.trim(),
    markdown,
  };
}
