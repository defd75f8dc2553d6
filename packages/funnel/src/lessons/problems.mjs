import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { planProblems } from '../course/planner/plan-problems.mjs';
import { lessonIdIn, parseLessonFile } from './lesson-file.mjs';
import { checkLinks, checkNeighbours, checkParts, checkSize, headingProblems } from './rules.mjs';
import { sharedPassages } from './shared-passages.mjs';

/** @typedef {import('./lesson-file.mjs').Lesson} Lesson */
/** @typedef {import('./lesson-file.mjs').ContentFile} ContentFile */
/** @typedef {{ readonly name: string, readonly lesson: Lesson }} ParsedFile */

/**
 * Returns the parsed files, and a problem for each file on which `parse` throws.
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

/** @param {readonly ContentFile[]} files */
const misnamed = (files) =>
  files
    .filter(({ name }) => lessonIdIn(name) === undefined)
    .map(({ name }) => `${name}: is not a lesson's file name, such as deep-research.md`);

/**
 * Returns a problem for each lesson that repeats a value of an earlier one that has to be unique.
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
    return other === undefined ? [] : [`${name}: has the same ${what} as ${other}: ${of(lesson)}`];
  });
};

/**
 * Returns a problem for each need that does not exist, and for each lesson that needs itself.
 * @param {readonly ParsedFile[]} parsed
 */
const needProblems = (parsed) => {
  const byId = new Map(parsed.map(({ lesson }) => [lesson.id, lesson]));
  /** @type {(id: string, from: ReadonlySet<string>) => boolean} */
  const leadsBack = (id, from) =>
    from.has(id) || (byId.get(id)?.needs ?? []).some((need) => leadsBack(need, new Set([...from, id])));
  return parsed.flatMap(({ name, lesson: { id, needs } }) => [
    ...needs.filter((need) => !byId.has(need)).map((need) => `${name}: needs ${need}, which does not exist`),
    ...(needs.some((need) => leadsBack(need, new Set([id]))) ? [`${name}: needs itself, directly or indirectly`] : []),
  ]);
};

/** @param {import('./rules.mjs').LinkTargets} targets */
const lessonProblems =
  (targets) =>
  (/** @type {ParsedFile} */ { name, lesson }) =>
    [
      ...headingProblems(lesson),
      ...checkSize(lesson),
      ...checkParts(lesson),
      ...checkNeighbours(lesson),
      ...checkLinks(lesson.markdown, [lesson.title, lesson.exercise], targets),
    ].map((problem) => `${name}: ${problem}`);

/**
 * Returns everything that is wrong with these files as a course, each problem starting with the file's name. A course
 * without problems can be sent.
 * @param {readonly ContentFile[]} files
 * @param {{ readonly resources?: ReadonlySet<string>, readonly plans?: boolean }} [course] `resources`: slugs that lessons
 *   may link to. `plans`: false skips the check that plans of every kind can be made.
 * @returns {string[]}
 */
export function contentProblems(files, { resources = new Set(), plans = true } = {}) {
  const { parsed, problems } = parseAll(files, (file) => ({ name: file.name, lesson: parseLessonFile(file) }));
  const targets = { files: new Set(files.map(({ name }) => name)), resources };
  return [
    ...misnamed(files),
    ...problems,
    ...repeated(parsed, 'title', ({ title }) => title),
    ...repeated(parsed, 'exercise', ({ exercise }) => exercise),
    ...repeated(parsed, 'takeaway', ({ takeaway }) => takeaway),
    ...needProblems(parsed),
    ...parsed.flatMap(lessonProblems(targets)),
    ...sharedPassages(parsed.map(({ name, lesson }) => ({ name, text: lesson.markdown }))),
    ...(plans ? planProblems(parsed.map(({ lesson }) => lesson)) : []),
  ].sort();
}

/**
 * Returns the names of the Markdown files in a folder. Throws if the folder does not exist.
 * @param {string} dir
 */
export const lessonFilesIn = (dir) =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.md'))
    .sort();

/**
 * Reads all Markdown files in a folder, whatever their names. Throws if the folder does not exist.
 * @param {string} dir
 * @returns {ContentFile[]}
 */
export const readContent = (dir) =>
  lessonFilesIn(dir).map((name) => ({ name, text: readFileSync(path.join(dir, name), 'utf8') }));
