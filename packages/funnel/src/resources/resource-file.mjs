import { TARGET_AREAS } from '../course/vocabulary.mjs';
import { numberProblems, readContentFile, textProblems } from '../lessons/front-matter.mjs';

/** The areas of resources: the options of the quiz's question q15, and `general`. */
export const AREAS = /** @type {const} */ ([...TARGET_AREAS, 'general']);
/** `prompts`: a collection of prompts. `video`: a text with a link to a video. */
export const KINDS = /** @type {const} */ (['cheat-sheet', 'template', 'prompts', 'video']);
/** `start` needs no experience, `next` follows the first weeks, `deep` is for daily users. */
export const LEVELS = /** @type {const} */ (['start', 'next', 'deep']);

/** @typedef {typeof AREAS[number]} Area */
/** @typedef {typeof KINDS[number]} Kind */
/** @typedef {typeof LEVELS[number]} Level */

/**
 * A resource for buyers, as written in its file.
 * @typedef {object} Resource
 * @property {string} slug The file's name without `.md`, as used in addresses.
 * @property {Kind} kind
 * @property {string} title
 * @property {string} summary One sentence that says what it is for.
 * @property {Area} area
 * @property {Level} level
 * @property {number} minutes Minutes to read and use it once.
 * @property {string} markdown The body, CommonMark.
 */

const CHOICES = { kind: KINDS, area: AREAS, level: LEVELS };
const TEXTS = /** @type {const} */ ({ title: 60, summary: 140 });
const MAX_MINUTES = 30;

/** The format of a resource's slug, in file names and addresses. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** @param {Readonly<Record<string, string>>} fields */
const problemsOf = (fields) => [
  ...Object.entries(CHOICES).flatMap(([name, choices]) =>
    choices.some((choice) => choice === fields[name]) ? [] : [`${name}: must be one of ${choices.join(', ')}`],
  ),
  ...Object.entries(TEXTS).flatMap(([name, max]) => textProblems(fields, name, max)),
  ...numberProblems(fields, 'minutes', MAX_MINUTES),
  ...Object.keys(fields).flatMap((name) =>
    name in CHOICES || name in TEXTS || name === 'minutes' ? [] : [`Unrecognized key: ${name}`],
  ),
];

/**
 * @template {string} Choice
 * @param {readonly Choice[]} choices
 * @param {string | undefined} value
 */
const oneOf = (choices, value) => /** @type {Choice} */ (choices.find((choice) => choice === value));

/**
 * Parses a resource's file. Throws an Error that says what is wrong with it.
 * @param {{ readonly name: string, readonly text: string }} file
 * @returns {Readonly<Resource>}
 */
export function parseResource({ name, text }) {
  const slug = name.replace(/\.md$/, '');
  if (!SLUG.test(slug)) throw new Error('must be named in lower-case letters and hyphens, such as prompt-basics.md');
  const { fields, markdown } = readContentFile(text);
  const problems = problemsOf(fields);
  if (problems.length > 0) throw new Error(`front matter: ${problems.join('; ')}`);
  if (markdown === '') throw new Error('the resource has no text');
  const { kind, area, level, minutes, title = '', summary = '' } = fields;
  return {
    slug,
    kind: oneOf(KINDS, kind),
    title: title.trim(),
    summary: summary.trim(),
    area: oneOf(AREAS, area),
    level: oneOf(LEVELS, level),
    minutes: Number(minutes),
    markdown,
  };
}
