import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseLessonFile } from '../lessons/lesson-file.mjs';
import { parseAll, readContent } from '../lessons/problems.mjs';
import { CATALOGUES_BEFORE } from './catalogue-before.mjs';
import { CATALOGUE } from './catalogue-data.mjs';
import { generalPlanOf } from './outline.mjs';
import { catalogueModule, cataloguesBeforeModule, generalPlanModule, readCatalogue } from './read-catalogue.mjs';

// npm run catalogue: writes the catalogue and the general plan that offer and service use, after lessons or the planner
// changed. With `-- --keep-released` it also keeps the replaced catalogue, which is needed if an offer with it is live.
const ROOT = path.resolve(import.meta.dirname, '../../../..');
const pathOf = (/** @type {string} */ name) => path.join(import.meta.dirname, name);

const files = readContent(path.resolve(ROOT, process.env['LESSONS_DIR'] || 'content/lessons'));
const { problems } = parseAll(files, parseLessonFile);
if (problems.length > 0) {
  console.error(`Fix these lessons first; the catalogue was not changed.\n${problems.join('\n')}`);
  process.exit(1);
}

const catalogue = readCatalogue(files);
const isKept = CATALOGUES_BEFORE.some(({ digest }) => digest === CATALOGUE.digest);
if (process.argv.includes('--keep-released') && CATALOGUE.digest !== catalogue.digest && !isKept)
  writeFileSync(pathOf('catalogue-before.mjs'), cataloguesBeforeModule([CATALOGUE, ...CATALOGUES_BEFORE]));
writeFileSync(pathOf('catalogue-data.mjs'), catalogueModule(catalogue));
writeFileSync(pathOf('general-plan.mjs'), generalPlanModule(generalPlanOf(catalogue)));
console.log(`${catalogue.lessons.length} lessons, catalogue ${catalogue.digest}.`);
