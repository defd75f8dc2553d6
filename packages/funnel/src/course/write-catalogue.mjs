import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lessonIdIn, parseLesson } from '../lessons/lesson-file.mjs';
import { parseAll, readContent } from '../lessons/problems.mjs';
import { generalPlanOf } from './outline.mjs';
import { catalogueModule, generalPlanModule, readCatalogue } from './read-catalogue.mjs';

/*
 * npm run catalogue: writes what offer and service know of the lessons, after lessons or the planner changed, unless a
 * lesson cannot be read. With `-- --keep-released` the catalogue that is replaced stays known: needed once an offer with it is live.
 */
const ROOT = path.resolve(import.meta.dirname, '../../../..');
const place = (/** @type {string} */ name) => path.join(import.meta.dirname, name);

const files = readContent(path.resolve(ROOT, process.env['LESSONS_DIR'] || 'content/lessons'));
const { problems } = parseAll(files, ({ name, text }) => parseLesson(lessonIdIn(name) ?? name, text));
if (problems.length > 0) {
  // Courses and plans would lose the lesson without a word.
  console.error(['The catalogue stays as it is:', ...problems].join('\n'));
  process.exit(1);
}

const catalogue = readCatalogue(files);
const before = readFileSync(place('catalogue-data.mjs'), 'utf8');
if (process.argv.includes('--keep-released') && !before.includes(catalogue.digest))
  writeFileSync(
    place('catalogue-before.mjs'),
    before.replace('export const CATALOGUE =', 'export const CATALOGUE_BEFORE ='),
  );
writeFileSync(place('catalogue-data.mjs'), catalogueModule(catalogue));
writeFileSync(place('general-plan.mjs'), generalPlanModule(generalPlanOf(catalogue)));
console.log(`${catalogue.lessons.length} lessons, catalogue ${catalogue.digest}.`);
