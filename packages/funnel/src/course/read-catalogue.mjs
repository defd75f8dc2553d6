import { createHash } from 'node:crypto';
import { parseLessonFile } from '../lessons/lesson-file.mjs';

/** @typedef {import('../lessons/lesson-file.mjs').Lesson} Lesson */
/** @typedef {import('./catalogue.mjs').Catalogue} Catalogue */
/** @typedef {import('./catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('../lessons/lesson-file.mjs').ContentFile} ContentFile */

/**
 * @param {Lesson} lesson
 * @returns {CatalogueLesson}
 */
const entryOf = ({ id, title, area, level, minutes, needs, for: serves, roles }) => ({
  id,
  title,
  area,
  level,
  minutes,
  needs,
  for: serves,
  roles,
});

/**
 * Returns a digest of the fields that a plan depends on, so that a changed title does not make a new version.
 * @param {readonly CatalogueLesson[]} lessons
 */
const digestOf = (lessons) =>
  createHash('sha256')
    .update(
      JSON.stringify(
        lessons.map(({ id, area, level, needs, for: serves, roles }) => [id, area, level, needs, serves, roles]),
      ),
    )
    .digest('hex')
    .slice(0, 8);

/**
 * Returns the catalogue of these files in the order of their names, first the numbered lessons, then the others. Files
 * that cannot be read are left out; `contentProblems` reports them.
 * @param {readonly ContentFile[]} files
 * @returns {Catalogue}
 */
export const readCatalogue = (files) => {
  const lessons = [...files]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((file) => {
      try {
        return [entryOf(parseLessonFile(file))];
      } catch {
        return [];
      }
    });
  const numbered = lessons.filter(({ id }) => /^day-\d+$/.test(id));
  const all = [...numbered, ...lessons.filter((lesson) => !numbered.includes(lesson))];
  return { digest: digestOf(all), lessons: all };
};

/** @param {Catalogue} catalogue */
const literalOf = ({ digest, lessons }) => `{
  digest: '${digest}',
  lessons: [
${lessons.map((lesson) => `    ${JSON.stringify(lesson)},`).join('\n')}
  ],
}`;

/**
 * Returns the source of the module with a catalogue, which browsers and services share.
 * @param {Catalogue} catalogue
 */
export const catalogueModule = (catalogue) =>
  `// Made from content/lessons by \`npm run catalogue\`. Do not edit.
/** @type {import('./catalogue.mjs').Catalogue} */
export const CATALOGUE = ${literalOf(catalogue)};
`;

/**
 * Returns the source of the module with earlier catalogues, whose plans an offer may still show.
 * @param {readonly Catalogue[]} catalogues
 */
export const cataloguesBeforeModule = (catalogues) =>
  `// Kept by \`npm run catalogue -- --keep-released\`. Do not edit.
/** @type {readonly import('./catalogue.mjs').Catalogue[]} */
export const CATALOGUES_BEFORE = [${catalogues.map(literalOf).join(', ')}];
`;

/**
 * Returns the source of the module with a general plan, which pages can show without loading the planner.
 * @param {import('./outline.mjs').GeneralPlan} plan
 */
export const generalPlanModule = ({ version, weeks }) =>
  `// Made from content/lessons by \`npm run catalogue\`. Do not edit.
/** @type {import('./outline.mjs').GeneralPlan} */
export const GENERAL_PLAN = {
  version: '${version}',
  weeks: [
${weeks.map((titles) => `    ${JSON.stringify(titles)},`).join('\n')}
  ],
};
`;
