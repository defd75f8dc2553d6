import { FOR_TAGS, isArea, isLevel, isRole, AREAS, LEVELS, ROLES } from '../course/vocabulary.mjs';
import { numberProblems, readContentFile, textProblems } from './front-matter.mjs';

/** @typedef {import('../course/vocabulary.mjs').Area} Area */
/** @typedef {import('../course/vocabulary.mjs').Level} Level */
/** @typedef {import('../course/vocabulary.mjs').Role} Role */
/** @typedef {{ readonly name: string, readonly text: string }} ContentFile A Markdown file of lessons or resources. */

/**
 * A lesson, as written in its file.
 * @typedef {object} Lesson
 * @property {string} id The file's name without `.md`.
 * @property {string} title
 * @property {Area} area
 * @property {Level} level
 * @property {number} minutes Minutes for reading and exercise together.
 * @property {string} exercise The exercise in one sentence.
 * @property {string} takeaway One sentence that the weekly review repeats.
 * @property {readonly string[]} needs Ids of lessons that have to be sent before it.
 * @property {readonly string[]} for What it serves besides its area, such as `goal:career-change`.
 * @property {readonly Role[]} roles Its roles in a plan; usually none.
 * @property {string} markdown The body, CommonMark.
 * @property {string} [sources] Where its facts come from, for the owner; readers never see it.
 * @property {string} [unverified] Facts that have not been verified yet, for the owner; readers never see it.
 */

const TEXTS = /** @type {const} */ ({ title: 60, exercise: 200, takeaway: 120 });
const LISTS = ['needs', 'for', 'role'];
/** Notes for the owner, never shown to readers. */
const NOTES = ['sources', 'unverified'];
const NOTE_LETTERS = 1000;
const KNOWN = ['area', 'level', 'minutes', ...Object.keys(TEXTS), ...LISTS, ...NOTES];

const LESSON_FILE = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/;

/**
 * Returns the lesson id in a file name; undefined if it is not the name of a lesson's file.
 * @param {string} file
 */
export const lessonIdIn = (file) => LESSON_FILE.exec(file)?.[1];

/** @param {string} id */
export const lessonFileName = (id) => `${id}.md`;

/**
 * Returns the id of a lesson that is called by its number, such as `day-07`.
 * @param {number} number
 */
export const numberedLessonId = (number) => `day-${String(number).padStart(2, '0')}`;

/**
 * Returns the values of a field that is a list separated by spaces.
 * @param {string | undefined} text
 */
const listIn = (text = '') => text.split(/\s+/).filter(Boolean);

/**
 * Returns a problem for each value that is not known.
 * @param {string} name
 * @param {readonly string[]} values
 * @param {readonly string[]} known
 */
const choiceProblems = (name, values, known) =>
  values
    .filter((value) => !known.includes(value))
    .map((value) => `${name}: ${value || '(empty)'} is not one of ${known.join(', ')}`);

/** @param {Record<string, string>} fields */
const problemsOf = (fields) => [
  ...numberProblems(fields, 'minutes', 60),
  ...Object.entries(TEXTS).flatMap(([name, max]) => textProblems(fields, name, max)),
  ...choiceProblems('area', [fields['area'] ?? ''], AREAS),
  ...choiceProblems('level', [fields['level'] ?? ''], LEVELS),
  ...choiceProblems('for', listIn(fields['for']), FOR_TAGS),
  ...choiceProblems('role', listIn(fields['role']), ROLES),
  ...NOTES.flatMap((name) => (name in fields ? textProblems(fields, name, NOTE_LETTERS) : [])),
  ...Object.keys(fields).flatMap((name) => (KNOWN.includes(name) ? [] : [`Unrecognized key: ${name}`])),
];

/**
 * Parses the text of a lesson's file. Throws an Error that says what is wrong with it.
 * @param {string} id
 * @param {string} text
 * @returns {Readonly<Lesson>}
 */
export function parseLesson(id, text) {
  const { fields, markdown } = readContentFile(text);
  const problems = problemsOf(fields);
  if (problems.length > 0) throw new Error(`front matter: ${problems.join('; ')}`);
  if (markdown === '') throw new Error('the lesson has no text');
  const { area = '', level = '', minutes, title = '', exercise = '', takeaway = '', sources, unverified } = fields;
  return {
    id,
    title: title.trim(),
    area: isArea(area) ? area : 'general',
    level: isLevel(level) ? level : 'core',
    minutes: Number(minutes),
    exercise: exercise.trim(),
    takeaway: takeaway.trim(),
    needs: listIn(fields['needs']),
    for: listIn(fields['for']),
    roles: listIn(fields['role']).filter(isRole),
    markdown,
    ...(sources && { sources: sources.trim() }),
    ...(unverified && { unverified: unverified.trim() }),
  };
}

/**
 * Parses a lesson's file. A file whose name is not a lesson's has that name as its id, so that its text can be checked
 * too. Throws an Error that says what is wrong with it.
 * @param {ContentFile} file
 */
export const parseLessonFile = ({ name, text }) => parseLesson(lessonIdIn(name) ?? name, text);
