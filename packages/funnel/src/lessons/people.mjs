import { lessonFileName, numberedLessonId, parseLessonFile } from './lesson-file.mjs';

/**
 * An invented person in the lessons, the same one wherever the name occurs.
 * @typedef {object} Person
 * @property {string} name
 * @property {string} who
 * @property {readonly string[]} files The lessons in which they appear.
 */

/** @typedef {import('./lesson-file.mjs').ContentFile} ContentFile */

/** The file in the lessons' folder that lists their people: name, who, lessons. */
export const PEOPLE_FILE = 'people.csv';

/** The maximum share of lessons that may begin with a person. */
const MAX_OPENING_SHARE = 1 / 3;

const ROW = /^([^,]+),(.+),((?:\s*[a-z0-9-]+)+)\s*$/;

/**
 * Returns the id of a lesson in the table, where a number alone is short for `day-` and that number.
 * @param {string} written
 */
const idOf = (written) => (/^\d+$/.test(written) ? numberedLessonId(Number(written)) : written);

/**
 * Parses a table of lines `name,who,lessons` below one line of headings. Throws an Error that names a malformed line.
 * @param {string} csv
 * @returns {Person[]}
 */
export const readPeople = (csv) =>
  csv
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', who = '', lessons = ''] = ROW.exec(line) ?? [];
      if (name === '') throw new Error(`${PEOPLE_FILE}: "${line}" is not a line such as Marta,runs a front desk,1`);
      return {
        name: name.trim(),
        who: who.trim(),
        files: lessons
          .trim()
          .split(/\s+/)
          .map((lesson) => lessonFileName(idOf(lesson))),
      };
    });

/**
 * Returns a name without accents and in lower case, so that Inès and Ines are the same.
 * @param {string} name
 */
const fold = (name) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {string} name */
const asWord = (name) => new RegExp(`(?<![\\p{L}])${name}(?![\\p{L}])`, 'u');

/** @param {readonly Person[]} people */
const sharedNames = (people) => {
  /** @type {Map<string, string>} */
  const first = new Map();
  return people.flatMap(({ name, who }) => {
    const other = first.get(fold(name));
    if (other === undefined) first.set(fold(name), who);
    return other === undefined ? [] : [`${PEOPLE_FILE}: ${name} is two people: ${other}; ${who}`];
  });
};

/**
 * @param {readonly Person[]} people
 * @param {readonly ContentFile[]} files
 */
const placeProblems = (people, files) =>
  people.flatMap(({ name, files: expected }) => {
    const word = asWord(name);
    const found = files.filter(({ text }) => word.test(text)).map((file) => file.name);
    return [
      ...expected.filter((file) => !found.includes(file)).map((file) => `${PEOPLE_FILE}: ${name} is not in ${file}`),
      ...found
        .filter((file) => !expected.includes(file))
        .map((file) => `${file}: mentions ${name}, whom ${PEOPLE_FILE} does not list there`),
    ];
  });

/** @param {ContentFile} file */
const openingOf = (file) => {
  try {
    return parseLessonFile(file).markdown.split(/\n\s*\n/)[0] ?? '';
  } catch {
    return '';
  }
};

/**
 * @param {readonly Person[]} people
 * @param {readonly ContentFile[]} files
 */
const openingProblems = (people, files) => {
  const words = people.map(({ name }) => asWord(name));
  const openings = files.map(openingOf).filter((opening) => words.some((word) => word.test(opening)));
  return openings.length > files.length * MAX_OPENING_SHARE
    ? [`${openings.length} of ${files.length} lessons begin with a person; at most a third may`]
    : [];
};

/**
 * Returns what is wrong with the people of these lessons: a name used for two people, a person missing from or not
 * listed for a lesson, or too many lessons that begin with a person.
 * @param {readonly Person[]} people
 * @param {readonly ContentFile[]} files
 */
export const peopleProblems = (people, files) => [
  ...sharedNames(people),
  ...placeProblems(people, files),
  ...openingProblems(people, files),
];
