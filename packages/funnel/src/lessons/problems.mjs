import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CURRICULUM_DAYS, DAYS_A_WEEK } from '../curriculum.mjs';
import { lessonFileName, parseLesson } from './lesson-file.mjs';
import { checkLinks, checkParts, checkSize, headingProblems } from './rules.mjs';
import { sharedPassages } from './shared-passages.mjs';

/** @typedef {import('./lesson-file.mjs').Lesson} Lesson */
/** @typedef {{ readonly name: string, readonly text: string }} ContentFile A file of the lessons' folder. */
/** @typedef {{ readonly name: string, readonly lesson: Lesson }} ParsedFile */

/**
 * Returns the files that `parse` accepts, and a problem for each other one.
 * @template Parsed
 * @param {readonly ContentFile[]} files
 * @param {(file: ContentFile) => Parsed} parse
 */
export const parseAll = (files, parse) => {
  /** @type {Parsed[]} */
  const parsed = [];
  /** @type {string[]} */
  const problems = [];
  for (const file of files) {
    try {
      parsed.push(parse(file));
    } catch (error) {
      problems.push(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { parsed, problems };
};

/**
 * @param {readonly ContentFile[]} files
 * @param {number} days
 */
const missing = (files, days) => {
  const names = new Set(files.map(({ name }) => name));
  const expected = Array.from({ length: days }, (_, index) => lessonFileName(index + 1));
  return expected.filter((name) => !names.has(name)).map((name) => `${name}: is missing`);
};

/** @param {readonly ContentFile[]} files */
const misnamed = (files) =>
  files
    .filter(({ name }) => !/^day-\d\d\.md$/.test(name))
    .map(({ name }) => `${name}: is not a lesson's file name, such as day-01.md`);

/**
 * Returns a problem for each lesson whose value, which has to be unique, occurs in an earlier one.
 * @param {readonly ParsedFile[]} parsed
 * @param {string} what
 * @param {(lesson: Lesson) => string} of
 */
const repeated = (parsed, what, of) => {
  /** @type {Map<string, string>} */
  const first = new Map();
  return parsed.flatMap(({ name, lesson }) => {
    const value = of(lesson).toLowerCase();
    const other = first.get(value);
    if (other === undefined) first.set(value, name);
    return other === undefined ? [] : [`${name}: has the ${what} of ${other}: ${of(lesson)}`];
  });
};

/** @param {ParsedFile} parsed */
const placeProblems = ({ name, lesson: { day, week } }) => [
  ...(name === lessonFileName(day) ? [] : [`${name}: says day ${day}, which belongs in ${lessonFileName(day)}`]),
  ...(week === Math.ceil(day / DAYS_A_WEEK)
    ? []
    : [`${name}: says week ${week}, but day ${day} is in week ${Math.ceil(day / DAYS_A_WEEK)}`]),
];

/** @param {import('./rules.mjs').LinkTargets} targets */
const lessonProblems =
  (targets) =>
  (/** @type {ParsedFile} */ { name, lesson }) =>
    [
      ...headingProblems(lesson),
      ...checkSize(lesson),
      ...checkParts(lesson),
      ...checkLinks(lesson.markdown, [lesson.title, lesson.exercise], targets),
    ].map((problem) => `${name}: ${problem}`);

/**
 * Returns everything that is wrong with these files as a course of `days` lessons, each problem beginning with the file's
 * name. A course without problems can be sent.
 * @param {readonly ContentFile[]} files
 * @param {{ readonly days?: number, readonly resources?: ReadonlySet<string> }} [course] Its length, and the slugs of the
 *   resources that its lessons may link to.
 * @returns {string[]}
 */
export function contentProblems(files, { days = CURRICULUM_DAYS, resources = new Set() } = {}) {
  const { parsed, problems } = parseAll(files, ({ name, text }) => ({ name, lesson: parseLesson(text) }));
  const targets = { files: new Set(files.map(({ name }) => name)), resources };
  return [
    ...missing(files, days),
    ...misnamed(files),
    ...problems,
    ...parsed.flatMap(placeProblems),
    ...repeated(parsed, 'day', ({ day }) => String(day)),
    ...repeated(parsed, 'title', ({ title }) => title),
    ...repeated(parsed, 'exercise', ({ exercise }) => exercise),
    ...parsed.flatMap(lessonProblems(targets)),
    ...sharedPassages(parsed.map(({ name, lesson }) => ({ name, text: lesson.markdown }))),
  ].sort();
}

/**
 * Returns all Markdown files of a folder, whatever their names. Throws if the folder does not exist.
 * @param {string} dir
 * @returns {ContentFile[]}
 */
export const readContent = (dir) =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(path.join(dir, name), 'utf8') }));
