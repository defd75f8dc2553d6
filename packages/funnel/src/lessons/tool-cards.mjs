import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isPictureLine } from '../pictures/picture-lines.mjs';
import { readContentFile, textProblems } from './front-matter.mjs';
import { partsOf } from './parts.mjs';

/**
 * What a named assistant offers and where its settings are. The only place for facts of this kind, because they age:
 * lessons include parts of the cards by a line such as `{{Tool cards: Privacy switch}}`, or
 * `{{Tool cards: Voice | ChatGPT, Gemini}}` for some of them.
 * @typedef {object} ToolCard
 * @property {string} name The assistant's name.
 * @property {string} reviewed The day on which somebody last compared it with the tool, as YYYY-MM-DD.
 * @property {string} reviewBy The day by which that has to happen again.
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

/** Days after which a card counts as old: a quarter. */
const CARD_DAYS = 92;
const DAY_MS = 86_400_000;
const FIELDS = ['name', 'reviewed', 'review-by', 'sources', 'unverified'];

/**
 * Returns a date's number of days since 1970; undefined for anything but an existing YYYY-MM-DD.
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
    ...(reviewed !== undefined && reviewBy !== undefined && (reviewBy <= reviewed || reviewBy > reviewed + CARD_DAYS)
      ? [`review-by: must be 1 to ${CARD_DAYS} days after reviewed`]
      : []),
    ...Object.keys(fields).flatMap((name) => (FIELDS.includes(name) ? [] : [`Unrecognized key: ${name}`])),
  ];
};

/** @param {Readonly<Record<string, string>>} parts */
const partProblems = (parts) => [
  ...CARD_PARTS.flatMap((part) => (parts[part] ? [] : [`has no text below ## ${part}`])),
  ...Object.keys(parts).flatMap((part) =>
    CARD_PARTS.some((known) => known === part) ? [] : [`has a heading that no card has: ${part}`],
  ),
];

/**
 * Returns the card in a file's text. Throws an Error that says what is wrong with it.
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
 * Reads the cards in the folder `tools` of the lessons' folder, in the order of their file names. Never throws: what cannot
 * be read is in `problems`. Without the folder there are no cards.
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
 * Returns a lesson's text with each line that includes tool cards replaced by a list of what they say, and the day of the
 * oldest. Cards that are missing are left out, so that a lesson never waits for one.
 * @param {string} markdown
 * @param {readonly CardFile[]} cards
 */
export const withToolCards = (markdown, cards) =>
  markdown.replace(INCLUDE, (_line, /** @type {string} */ part, /** @type {string | undefined} */ list) => {
    const names = namesIn(list, cards);
    const said = cards.filter(({ card }) => names.includes(card.name) && card.parts[part]);
    if (said.length === 0) return '';
    const [oldest = ''] = said.map(({ card }) => card.reviewed).sort();
    const date = new Date(oldest).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    return [
      ...said.map(({ card }) => `- **${card.name}:** ${card.parts[part]}`),
      '',
      `*Written down on ${date}. Menus move: if a word is gone, look for one that means the same.*`,
    ].join('\n');
  });

/**
 * Returns what lessons include and no card has.
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
      ? [`${name}: has {{ that begins no line of tool cards and no picture`]
      : []),
  ]);

/**
 * Returns the cards whose day of review has passed.
 * @param {readonly CardFile[]} cards
 * @param {Date} today
 */
export const overdueCards = (cards, today) =>
  cards.filter(({ card }) => today.getTime() >= ((dayNumber(card.reviewBy) ?? 0) + 1) * DAY_MS);
