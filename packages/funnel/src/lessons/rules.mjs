import { CLOSING_HEADINGS, linesOf, partsOf } from './parts.mjs';
import { wordsOf } from './shared-passages.mjs';

/** @typedef {import('./lesson-file.mjs').Lesson} Lesson */

const WORDS = { least: 300, most: 600 };
const MINUTES = { least: 10, most: 20 };
const STEPS = { least: 3, most: 6 };
const OUTCOMES = { least: 2, most: 4 };
const TITLE_LETTERS = 50;
const EXERCISE_LETTERS = 140;

/**
 * @param {{ least: number, most: number }} range
 * @param {number} value
 */
const within = ({ least, most }, value) => value >= least && value <= most;

/** @param {Lesson} lesson */
export const checkSize = ({ markdown, minutes, title, exercise }) => {
  const words = wordsOf(markdown).length;
  return [
    ...(within(WORDS, words) ? [] : [`has ${words} words instead of ${WORDS.least} to ${WORDS.most}`]),
    ...(within(MINUTES, minutes) ? [] : [`takes ${minutes} minutes instead of ${MINUTES.least} to ${MINUTES.most}`]),
    ...(title.length > TITLE_LETTERS ? [`has a title of ${title.length} letters; ${TITLE_LETTERS} fit`] : []),
    ...(exercise.length > EXERCISE_LETTERS
      ? [`has an exercise of ${exercise.length} letters; ${EXERCISE_LETTERS} fit`]
      : []),
  ];
};

const ANY_HEADING = /^\s*(?:(?:>|[-*+]|\d+[.)])\s*)*(#{1,6})(?:\s|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)\s*$/;

/**
 * Whether a line is a heading other than `##`, or the line under a text that makes it one.
 * @param {string} text
 * @param {string} before
 */
const isOtherHeading = (text, before) => {
  const mark = ANY_HEADING.exec(text)?.[1];
  return mark === undefined ? UNDERLINE.test(text) && before.trim() !== '' : mark !== '##';
};

/** @param {Lesson} lesson */
export const headingProblems = ({ markdown }) => {
  const headings = partsOf(markdown).map(({ heading }) => heading);
  const lines = linesOf(markdown);
  const expected = CLOSING_HEADINGS.join(', ');
  return [
    ...(headings.slice(-CLOSING_HEADINGS.length).join(', ') === expected
      ? []
      : [`does not end with the headings ${expected}`]),
    ...(headings[0] === null ? [] : ['begins with a heading instead of its one idea']),
    ...(headings.length > CLOSING_HEADINGS.length + 1 ? [] : ['has no heading of its own before the prompt']),
    ...(lines.some(({ text, quoted }, at) => !quoted && isOtherHeading(text, lines[at - 1]?.text ?? ''))
      ? ['has a heading that is not ##']
      : []),
  ];
};

const NUMBERED = /^ ?\d{1,9}[.)]\s+\S/;
const BULLET = /^ ?[-*+]\s+\S/;

/** @typedef {ReturnType<typeof linesOf>} Lines */

/**
 * @param {Lines} lines
 * @param {RegExp} form
 */
const count = (lines, form) => lines.filter(({ text, quoted }) => !quoted && form.test(text)).length;

/**
 * What each of the last three parts has to hold.
 * @type {Readonly<Partial<Record<import('./parts.mjs').PartKind, (lines: Lines) => string[]>>>}
 */
const NEEDS = {
  prompt: (lines) => (lines.some(({ quoted }) => quoted) ? [] : ['has no prompt in ``` below "A prompt to try"']),
  exercise: (lines) =>
    within(STEPS, count(lines, NUMBERED))
      ? []
      : [
          `has ${count(lines, NUMBERED)} numbered steps below "Your exercise" instead of ${STEPS.least} to ${STEPS.most}`,
        ],
  done: (lines) =>
    within(OUTCOMES, count(lines, BULLET))
      ? []
      : [`has ${count(lines, BULLET)} outcomes below "Done when" instead of ${OUTCOMES.least} to ${OUTCOMES.most}`],
};

/** @param {Lesson} lesson */
export const checkParts = ({ markdown }) =>
  partsOf(markdown).flatMap((part) => NEEDS[part.kind]?.(linesOf(part.markdown)) ?? []);

const HTML = /<\/?[a-z][a-z0-9-]*(\s[^<>]*)?\/?>|<!--/i;
/** Written by hand, because what the parser refuses is exactly what is looked for. */
const LINK = /!?\[[^\]]*\]\(\s*<?([^)\s>]*)[^)]*\)|^\s{0,3}\[[^\]]+\]:\s*(\S+)/gm;
const AUTOLINK = /<((?:https?|mailto|ftp):[^>]*)>|\bhttps?:\/\/\S+/i;

/**
 * The text without what is quoted for copying: there, anything may stand.
 * @param {string} markdown
 */
const prose = (markdown) => markdown.replace(/^(`{3,}).*?^\1`*\s*$/gms, '').replace(/`[^`]*`/g, '');

/**
 * @param {string} target
 * @param {ReadonlySet<string>} names
 */
const linkProblem = (target, names) => {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//'))
    return `links to ${target}: links to elsewhere rot`;
  const [file = ''] = target.split('#');
  return names.has(file) ? undefined : `links to ${target}, which is not there`;
};

/**
 * HTML, images and links that lead nowhere.
 * @param {Lesson} lesson
 * @param {ReadonlySet<string>} names
 */
export const checkLinks = ({ markdown, title, exercise }, names) => {
  const text = prose(markdown);
  const targets = [...text.matchAll(LINK)].map(([, inline, reference]) => inline ?? reference ?? '');
  const auto = AUTOLINK.exec(text.replaceAll(LINK, ''))?.[0];
  return [
    ...(HTML.test(`${text}\n${title}\n${exercise}`) ? ['has HTML'] : []),
    ...(/!\[/.test(text) ? ['has an image'] : []),
    ...targets.flatMap((target) => linkProblem(target, names) ?? []),
    ...(auto ? [`links to ${auto}: links to elsewhere rot`] : []),
  ];
};
