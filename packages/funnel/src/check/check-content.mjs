import path from 'node:path';
import { parseArgs } from 'node:util';
import { contentProblems, readContent } from '../lessons/problems.mjs';
import { LOCAL_MAIL } from '../product.mjs';
import { checkResources } from '../resources/problems.mjs';
import { findingsIn, PRODUCT_CONTENT } from './findings.mjs';

/*
 * npm run check:content. Runs in a fresh checkout with nothing but Node: it imports only JavaScript without dependencies.
 */
const ROOT = path.resolve(import.meta.dirname, '../../../..');

/**
 * Returns a folder's files. Throws one sentence if it cannot be read.
 * @param {string} what
 * @param {string} dir
 */
const filesIn = (what, dir) => {
  try {
    return readContent(dir);
  } catch (error) {
    throw new Error(`The ${what} in ${dir} could not be checked: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
};

/**
 * Returns the lines about one folder.
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

/** @param {NodeJS.ProcessEnv} env */
const check = ({ MAIL_FROM, OWNER_EMAIL, LESSONS_DIR, RESOURCES_DIR }) => {
  const { values } = parseArgs({ options: { strict: { type: 'boolean', default: false } } });
  const lessonsDir = path.resolve(ROOT, LESSONS_DIR || 'content/lessons');
  const resourcesDir = path.resolve(ROOT, RESOURCES_DIR || 'content/resources');
  const resources = checkResources(filesIn('resources', resourcesDir));
  const findings = findingsIn({
    ...PRODUCT_CONTENT,
    mail: { from: MAIL_FROM || LOCAL_MAIL.from, owner: OWNER_EMAIL || LOCAL_MAIL.owner },
    resources: resources.counts,
  });
  const lessonProblems = contentProblems(filesIn('lessons', lessonsDir), { resources: resources.slugs });
  console.log(
    [
      ...reportFindings(findings),
      '',
      ...reportFolder(`Lessons in ${lessonsDir}`, lessonProblems),
      ...reportFolder(`Resources in ${resourcesDir} (${countsOf(resources.counts)})`, resources.problems),
    ].join('\n'),
  );
  if (values.strict && findings.length + lessonProblems.length + resources.problems.length > 0) process.exitCode = 1;
};

try {
  check(process.env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
