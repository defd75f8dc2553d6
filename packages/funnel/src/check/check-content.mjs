import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PEOPLE_FILE, peopleProblems, readPeople } from '../lessons/people.mjs';
import { contentProblems, readContent } from '../lessons/problems.mjs';
import { includeProblems, readToolCards } from '../lessons/tool-cards.mjs';
import { LOCAL_MAIL } from '../product.mjs';
import { editorialFindings } from './editorial-findings.mjs';
import { findingsIn, PRODUCT_CONTENT } from './findings.mjs';

/*
 * npm run check:content. Runs in a fresh checkout with nothing but Node: it imports only JavaScript without dependencies.
 */
const ROOT = path.resolve(import.meta.dirname, '../../../..');

/**
 * @param {string} dir
 * @param {Parameters<typeof peopleProblems>[1]} files
 */
const problemsOfPeople = (dir, files) => {
  const place = path.join(dir, PEOPLE_FILE);
  return existsSync(place) ? peopleProblems(readPeople(readFileSync(place, 'utf8')), files) : [];
};

/**
 * Returns the problems of the lessons and their tool cards, and what an owner has to look at in them. Throws one sentence
 * if they cannot be checked.
 * @param {string} dir
 */
const checkLessons = (dir) => {
  try {
    const files = readContent(dir);
    const { cards, problems } = readToolCards(dir);
    return {
      problems: [
        ...contentProblems(files),
        ...problems.map(({ file, problem }) => `${file}: ${problem}`),
        ...includeProblems(files, cards),
        ...problemsOfPeople(dir, files),
      ],
      findings: editorialFindings(files, cards, new Date()),
    };
  } catch (error) {
    throw new Error(`The lessons in ${dir} could not be checked: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
};

/**
 * Returns the lines of the report for an owner.
 * @param {readonly import('./findings.mjs').Finding[]} findings
 * @param {readonly string[]} problems
 * @param {string} dir
 */
const report = (findings, problems, dir) => [
  ...findings.map(({ what, found, file, toDo }) => `${what}: ${found}\n  ${file}: ${toDo}\n`),
  `${findings.length} to look at before going live.`,
  '',
  problems.length === 0
    ? `Lessons in ${dir}: complete, nothing to repair.`
    : `Lessons in ${dir}: ${problems.length} to repair before going live.`,
  ...problems.map((problem) => `  ${problem}`),
];

/** @param {NodeJS.ProcessEnv} env */
const check = ({ MAIL_FROM, OWNER_EMAIL, LESSONS_DIR }) => {
  const { values } = parseArgs({ options: { strict: { type: 'boolean', default: false } } });
  const lessonsDir = path.resolve(ROOT, LESSONS_DIR || 'content/lessons');
  const lessons = checkLessons(lessonsDir);
  const findings = [
    ...findingsIn({
      ...PRODUCT_CONTENT,
      mail: { from: MAIL_FROM || LOCAL_MAIL.from, owner: OWNER_EMAIL || LOCAL_MAIL.owner },
    }),
    ...lessons.findings,
  ];
  console.log(report(findings, lessons.problems, lessonsDir).join('\n'));
  if (values.strict && findings.length + lessons.problems.length > 0) process.exitCode = 1;
};

try {
  check(process.env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
