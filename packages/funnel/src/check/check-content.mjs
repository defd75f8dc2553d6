import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { CATALOGUE } from '../course/catalogue.mjs';
import { GENERAL_PLAN } from '../course/general-plan.mjs';
import { generalPlanOf } from '../course/outline.mjs';
import { readCatalogue } from '../course/read-catalogue.mjs';
import { PEOPLE_FILE, peopleProblems, readPeople } from '../lessons/people.mjs';
import { contentProblems, readContent } from '../lessons/problems.mjs';
import { includeProblems, readToolCards } from '../lessons/tool-cards.mjs';
import { pictureProblems } from '../pictures/problems.mjs';
import { LOCAL_MAIL } from '../product.mjs';
import { checkResources } from '../resources/problems.mjs';
import { editorialFindings } from './editorial-findings.mjs';
import { findingsIn, PRODUCT_CONTENT } from './findings.mjs';

// npm run check:content. Runs with nothing but Node installed, so it imports only JavaScript without dependencies.
const ROOT = path.resolve(import.meta.dirname, '../../../..');

/**
 * Returns the result of `read` for a folder. Throws an Error with a one-sentence message if it cannot be read.
 * @template T
 * @param {string} what
 * @param {string} dir
 * @param {(dir: string) => T} read
 * @returns {T}
 */
const readFolder = (what, dir, read) => {
  try {
    return read(dir);
  } catch (error) {
    throw new Error(`The ${what} in ${dir} could not be checked: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
};

/**
 * @param {string} dir
 * @param {Parameters<typeof peopleProblems>[1]} files
 */
const problemsOfPeople = (dir, files) => {
  const place = path.join(dir, PEOPLE_FILE);
  return existsSync(place) ? peopleProblems(readPeople(readFileSync(place, 'utf8')), files) : [];
};

/**
 * Returns a problem for each generated file that is older than the lessons.
 * @param {Parameters<typeof readCatalogue>[0]} files
 */
const staleness = (files) =>
  [
    { file: 'catalogue-data.mjs', written: CATALOGUE, now: readCatalogue(files) },
    { file: 'general-plan.mjs', written: GENERAL_PLAN, now: generalPlanOf() },
  ].flatMap(({ file, written, now }) =>
    JSON.stringify(written) === JSON.stringify(now)
      ? []
      : [`packages/funnel/src/course/${file}: is older than the lessons; run npm run catalogue`],
  );

/**
 * Returns problems and findings of the lessons and their tool cards, and the minutes of each lesson.
 * @param {ReadonlySet<string>} resources slugs of the resources that lessons may link to
 */
const checkLessons = (resources) => (/** @type {string} */ dir) => {
  const files = readContent(dir);
  const { cards, problems } = readToolCards(dir);
  return {
    problems: [
      ...contentProblems(files, { resources }),
      ...problems.map(({ file, problem }) => `${file}: ${problem}`),
      ...includeProblems(files, cards),
      ...problemsOfPeople(dir, files),
      ...staleness(files),
    ],
    findings: editorialFindings(files, cards, new Date()),
    minutes: readCatalogue(files).lessons.map(({ minutes }) => minutes),
  };
};

/**
 * Returns the report's lines about one folder.
 * @param {string} what
 * @param {readonly string[]} problems
 */
const reportFolder = (what, problems) => [
  problems.length === 0
    ? `${what}: complete, nothing to repair.`
    : `${what}: ${problems.length} to repair before going live.`,
  ...problems.map((problem) => `  ${problem}`),
];

/** @param {readonly import('./findings.mjs').Finding[]} findings */
const reportFindings = (findings) => [
  ...findings.map(({ what, found, file, toDo }) => `${what}: ${found}\n  ${file}: ${toDo}\n`),
  `${findings.length} to look at before going live.`,
];

/** @param {import('../resources/problems.mjs').ResourceCounts} counts */
const countsOf = ({ sheets, prompts, videos }) =>
  `${sheets} cheat sheets and templates, ${prompts} prompts, ${videos} videos`;

/** Returns the variables of `.env`, which `docker compose` sets. @returns {NodeJS.Dict<string>} */
const composeEnv = () => {
  const file = path.join(ROOT, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
};

/** @param {NodeJS.Dict<string>} env */
const check = ({ MAIL_FROM, OWNER_EMAIL, LESSONS_DIR, RESOURCES_DIR, PICTURES_DIR }) => {
  const { values } = parseArgs({ options: { strict: { type: 'boolean', default: false } } });
  const lessonsDir = path.resolve(ROOT, LESSONS_DIR || 'content/lessons');
  const resourcesDir = path.resolve(ROOT, RESOURCES_DIR || 'content/resources');
  const picturesDir = path.resolve(ROOT, PICTURES_DIR || 'content/pictures');
  const pages = readFolder('resources', resourcesDir, readContent);
  const resources = checkResources(pages);
  const lessons = readFolder('lessons', lessonsDir, checkLessons(resources.slugs));
  const pictures = pictureProblems(picturesDir, [...readContent(lessonsDir), ...pages]);
  const findings = [
    ...findingsIn({
      ...PRODUCT_CONTENT,
      mail: { from: MAIL_FROM || LOCAL_MAIL.from, owner: OWNER_EMAIL || LOCAL_MAIL.owner },
      today: new Date(),
      resources: resources.counts,
      lessonMinutes: lessons.minutes,
    }),
    ...lessons.findings,
  ];
  console.log(
    [
      ...reportFindings(findings),
      '',
      ...reportFolder(`Lessons in ${lessonsDir}`, lessons.problems),
      ...reportFolder(`Resources in ${resourcesDir} (${countsOf(resources.counts)})`, resources.problems),
      ...reportFolder(`Pictures in ${picturesDir}`, pictures),
    ].join('\n'),
  );
  const problems = [...lessons.problems, ...resources.problems, ...pictures];
  if (values.strict && findings.length + problems.length > 0) process.exitCode = 1;
};

try {
  check({ ...composeEnv(), ...process.env });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
