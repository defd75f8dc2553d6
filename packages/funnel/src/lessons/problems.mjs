import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CURRICULUM_DAYS, DAYS_A_WEEK } from '../curriculum.mjs';
import { lessonFileName, parseLesson } from './lesson-file.mjs';
import { checkLinks, checkParts, checkSize, headingProblems } from './rules.mjs';
import { sharedPassages } from './shared-passages.mjs';

/** @typedef {import('./lesson-file.mjs').Lesson} Lesson */
/** @typedef {{ readonly name: string, readonly text: string }} ContentFile A lesson's file, as it lies in the folder. */
/** @typedef {{ readonly name: string, readonly lesson: Lesson }} Read */

/** @param {readonly ContentFile[]} files */
const readAll = (files) => {
  /** @type {Read[]} */
  const read = [];
  /** @type {string[]} */
  const problems = [];
  for (const { name, text } of files) {
    try {
      read.push({ name, lesson: parseLesson(text) });
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { read, problems };
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
const strange = (files) =>
  files
    .filter(({ name }) => !/^day-\d\d\.md$/.test(name))
    .map(({ name }) => `${name}: is not named like a lesson, such as day-01.md`);

/**
 * What two of them have in common that each needs for itself.
 * @param {readonly Read[]} read
 * @param {string} what
 * @param {(lesson: Lesson) => string} of
 */
const repeated = (read, what, of) => {
  /** @type {Map<string, string>} */
  const first = new Map();
  return read.flatMap(({ name, lesson }) => {
    const value = of(lesson).toLowerCase();
    const other = first.get(value);
    if (other === undefined) first.set(value, name);
    return other === undefined ? [] : [`${name}: has the ${what} of ${other}: ${of(lesson)}`];
  });
};

/** @param {Read} read */
const placeProblems = ({ name, lesson: { day, week } }) => [
  ...(name === lessonFileName(day) ? [] : [`${name}: says day ${day}, which belongs into ${lessonFileName(day)}`]),
  ...(week === Math.ceil(day / DAYS_A_WEEK)
    ? []
    : [`${name}: says week ${week}, but day ${day} is in week ${Math.ceil(day / DAYS_A_WEEK)}`]),
];

/** @param {ReadonlySet<string>} names */
const ownProblems =
  (names) =>
  (/** @type {Read} */ { name, lesson }) =>
    [...headingProblems(lesson), ...checkSize(lesson), ...checkParts(lesson), ...checkLinks(lesson, names)].map(
      (problem) => `${name}: ${problem}`,
    );

/**
 * All that keeps these files from being a course of so many days, each beginning with the file's name: none when it can
 * be sent as it is.
 * @param {readonly ContentFile[]} files
 * @returns {string[]}
 */
export function contentProblems(files, days = CURRICULUM_DAYS) {
  const { read, problems } = readAll(files);
  const names = new Set(files.map(({ name }) => name));
  return [
    ...missing(files, days),
    ...strange(files),
    ...problems,
    ...read.flatMap(placeProblems),
    ...repeated(read, 'day', ({ day }) => String(day)),
    ...repeated(read, 'title', ({ title }) => title),
    ...repeated(read, 'exercise', ({ exercise }) => exercise),
    ...read.flatMap(ownProblems(names)),
    ...sharedPassages(read.map(({ name, lesson }) => ({ name, text: lesson.markdown }))),
  ].sort();
}

/**
 * All Markdown files of a folder; what is not named like a lesson is the check's to refuse. Throws when there is no such folder.
 * @param {string} dir
 * @returns {ContentFile[]}
 */
export const readContent = (dir) =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(path.join(dir, name), 'utf8') }));
