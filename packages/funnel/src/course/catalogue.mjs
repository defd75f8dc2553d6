import { CATALOGUE } from './catalogue-data.mjs';

/** @typedef {import('./vocabulary.mjs').Area} Area */
/** @typedef {import('./vocabulary.mjs').Level} Level */
/** @typedef {import('./vocabulary.mjs').Role} Role */

/**
 * What the planner, the offer and the confirmation use of a lesson. The fields are those of the lesson's file.
 * @typedef {object} CatalogueLesson
 * @property {string} id
 * @property {string} title
 * @property {Area} area
 * @property {Level} level
 * @property {number} minutes
 * @property {readonly string[]} needs
 * @property {readonly string[]} for
 * @property {readonly Role[]} roles
 */

/**
 * All lessons, in the order in which they are taught to a visitor without answers.
 * @typedef {object} Catalogue
 * @property {string} digest Changes whenever a plan made from it may change.
 * @property {readonly Readonly<CatalogueLesson>[]} lessons
 */

export { CATALOGUE };

/** @param {string} id */
export const findLesson = (id) => CATALOGUE.lessons.find((lesson) => lesson.id === id);
