import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isPictureLine } from '../pictures/picture-lines.mjs';
import { readContentFile, textProblems } from './front-matter.mjs';
import { partsOf } from './parts.mjs';

/**
 * What a named assistant offers and where its settings are. Facts of this kind are kept only here, because they become
 * outdated. Lessons include parts of the cards with a line such as `{{Tool cards: Privacy switch}}`, or
 * `{{Tool cards: Voice | ChatGPT, Gemini}}` for some assistants only.
 * @typedef {object} ToolCard
 * @property {string} name The assistant's name.
 * @property {string} reviewed The day on which it was last compared with the tool, as YYYY-MM-DD.
 * @property {string} reviewBy The day by which it has to be reviewed again, as YYYY-MM-DD.
 * @property {string} [sources] For the owner; readers never see it.
 * @property {string} [unverified] For the owner; readers never see it.
 * @property {Readonly<Record<string, string>>} parts The text below each heading.
 */

/** A card's headings, all required. */
export const CARD_PARTS = /** @type {const} */ ([
  'Setting up',
  'Free plan',
  'Privacy switch',
  'Voice',
  'Research',
  'Pictures',
  'Connected accounts',
  'Standing instructions',
]);

/** The maximum number of days between two reviews of a card: a quarter. */
const MAX_REVIEW_DAYS = 92;
const DAY_MS = 86_400_000;
const FIELDS = ['name', 'reviewed', 'review-by', 'sources', 'unverified'];

/**
 * Returns a date as days since 1970; undefined unless it is an existing date of the form YYYY-MM-DD.
 * @param {string | undefined} date
 */
const dayNumber = (date = '') => {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : NaN;
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(date) ? undefined : time / DAY_MS;
};

/** @param {Readonly<Record<string, string>>} fields */
const fieldProblems = (fields) => {
  const reviewed = dayNumber(fields['reviewed']);
  const reviewBy = dayNumber(fields['review-by']);
  return [
    ...textProblems(fields, 'name', 30),
    ...(reviewed === undefined ? ['reviewed: must be a date such as 2026-11-22'] : []),
    ...(reviewBy === undefined ? ['review-by: must be a date such as 2027-02-22'] : []),
    ...(reviewed !== undefined &&
    reviewBy !== undefined &&
    (reviewBy <= reviewed || reviewBy > reviewed + MAX_REVIEW_DAYS)
      ? [`review-by: must be 1 to ${MAX_REVIEW_DAYS} days after reviewed`]
      : []),
    ...Object.keys(fields).flatMap((name) => (FIELDS.includes(name) ? [] : [`Unrecognized key: ${name}`])),
  ];
};

/** @param {Readonly<Record<string, string>>} parts */
const partProblems = (parts) => [
  ...CARD_PARTS.flatMap((part) => (parts[part] ? [] : [`has no text below ## ${part}`])),
  ...Object.keys(parts).flatMap((part) =>
    CARD_PARTS.some((known) => known === part) ? [] : [`has an unknown heading: ${part}`],
  ),
];

/**
 * Parses a card's file. Throws an Error that says what is wrong with it.
 * @param {string} text
 * @returns {Readonly<ToolCard>}
 */
export function parseToolCard(text) {
  const { fields, markdown } = readContentFile(text);
  const parts = Object.fromEntries(
    partsOf(markdown).map(({ heading, markdown: part }) => [
      heading ?? 'the text before the first heading',
      part
        .replace(/^## .*/, '')
        .trim()
        .replace(/\s+/g, ' '),
    ]),
  );
  const problems = [...fieldProblems(fields), ...partProblems(parts)];
  if (problems.length > 0) throw new Error(problems.join('; '));
  const { name = '', reviewed = '', 'review-by': reviewBy = '', sources, unverified } = fields;
  return {
    name: name.trim(),
    reviewed,
    reviewBy,
    parts,
    ...(sources && { sources }),
    ...(unverified && { unverified }),
  };
}

/** @typedef {{ readonly file: string, readonly card: Readonly<ToolCard> }} CardFile */

/**
 * Reads the cards in the folder `tools` of the lessons' folder, in the order of their file names. Never throws: files
 * that cannot be read are reported in `problems`. Returns no cards if the folder does not exist.
 * @param {string} lessonsDir
 */
export function readToolCards(lessonsDir) {
  const dir = path.join(lessonsDir, 'tools');
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.md')) : [];
  /** @type {CardFile[]} */
  const cards = [];
  /** @type {{ file: string, problem: string }[]} */
  const problems = [];
  for (const name of names.sort()) {
    const file = `tools/${name}`;
    try {
      cards.push({ file, card: parseToolCard(readFileSync(path.join(dir, name), 'utf8')) });
    } catch (error) {
      problems.push({ file, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return { cards, problems };
}

const INCLUDE = /^\{\{Tool cards: ([^|{}\n]+?)(?: \| ([^{}\n]+))?\}\}$/gm;

/**
 * Returns the names that an include lists; all cards' names if it lists none.
 * @param {string | undefined} list
 * @param {readonly CardFile[]} cards
 */
const namesIn = (list, cards) => list?.split(',').map((name) => name.trim()) ?? cards.map(({ card }) => card.name);

/**
 * Returns a lesson's text with each line that includes tool cards replaced by a list of their texts and the date of the
 * oldest review. Missing cards are skipped, so that a lesson can always be sent.
 * @param {string} markdown
 * @param {readonly CardFile[]} cards
 */
export const withToolCards = (markdown, cards) =>
  markdown.replace(INCLUDE, (_line, /** @type {string} */ part, /** @type {string | undefined} */ list) => {
    const names = namesIn(list, cards);
    const included = cards.filter(({ card }) => names.includes(card.name) && card.parts[part]);
    if (included.length === 0) return '';
    const [oldest = ''] = included.map(({ card }) => card.reviewed).sort();
    const date = new Date(oldest).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    return [
      ...included.map(({ card }) => `- **${card.name}:** ${card.parts[part]}`),
      '',
      `*Written down on ${date}. Menus move: if a word is gone, look for one that means the same.*`,
    ].join('\n');
  });

/**
 * Returns a problem for each include that refers to an unknown card or part, or is malformed.
 * @param {readonly { readonly name: string, readonly text: string }[]} files
 * @param {readonly CardFile[]} cards
 */
export const includeProblems = (files, cards) =>
  files.flatMap(({ name, text }) => [
    ...[...text.matchAll(INCLUDE)].flatMap(([, part = '', list]) => [
      ...(CARD_PARTS.some((known) => known === part) ? [] : [`${name}: includes ${part}, which no tool card has`]),
      ...namesIn(list, cards).flatMap((tool) =>
        cards.some(({ card }) => card.name === tool)
          ? []
          : [`${name}: mentions the tool card ${tool}, which does not exist`],
      ),
    ]),
    ...(text
      .replace(INCLUDE, '')
      .split(/\r?\n/)
      .some((line) => line.includes('{{') && !isPictureLine(line))
      ? [`${name}: has {{ that starts neither a tool cards line nor a picture line`]
      : []),
  ]);

/**
 * Returns the cards whose review is overdue.
 * @param {readonly CardFile[]} cards
 * @param {Date} today
 */
export const overdueCards = (cards, today) =>
  cards.filter(({ card }) => today.getTime() >= ((dayNumber(card.reviewBy) ?? 0) + 1) * DAY_MS);
