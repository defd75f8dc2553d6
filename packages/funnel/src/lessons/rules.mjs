import { CLOSING_HEADINGS, linesOf, mainTextOf, partsOf } from './parts.mjs';
import { wordsOf } from './shared-passages.mjs';

/** @typedef {import('./lesson-file.mjs').Lesson} Lesson */

const WORDS = { min: 300, max: 600 };
const MINUTES = { min: 10, max: 20 };
const STEPS = { min: 3, max: 6 };
const OUTCOMES = { min: 2, max: 4 };
const SHORT_WORDS = { min: 40, max: 90 };
const STRETCH_WORDS = { min: 30, max: 80 };
const TITLE_LETTERS = 50;
const EXERCISE_LETTERS = 140;

/**
 * @param {{ min: number, max: number }} range
 * @param {number} value
 */
export const within = ({ min, max }, value) => value >= min && value <= max;

/** @param {Lesson} lesson */
export const checkSize = ({ markdown, minutes, title, exercise }) => {
  const words = wordsOf(mainTextOf(markdown)).length;
  return [
    ...(within(WORDS, words) ? [] : [`has ${words} words instead of ${WORDS.min} to ${WORDS.max}`]),
    ...(within(MINUTES, minutes) ? [] : [`takes ${minutes} minutes instead of ${MINUTES.min} to ${MINUTES.max}`]),
    ...(title.length > TITLE_LETTERS ? [`has a title of ${title.length} letters; ${TITLE_LETTERS} fit`] : []),
    ...(exercise.length > EXERCISE_LETTERS
      ? [`has an exercise of ${exercise.length} letters; ${EXERCISE_LETTERS} fit`]
      : []),
  ];
};

const ANY_HEADING = /^\s*(?:(?:>|[-*+]|\d+[.)])\s*)*(#{1,6})(?:\s|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)\s*$/;

/**
 * Returns true for a heading other than `##`, including an underline that turns the previous line into a heading.
 * @param {string} text
 * @param {string} before
 */
const isOtherHeading = (text, before) => {
  const mark = ANY_HEADING.exec(text)?.[1];
  return mark === undefined ? UNDERLINE.test(text) && before.trim() !== '' : mark !== '##';
};

/** @param {string} markdown */
export const headingLevelProblems = (markdown) => {
  const lines = linesOf(markdown);
  return lines.some(({ text, isCode }, index) => !isCode && isOtherHeading(text, lines[index - 1]?.text ?? ''))
    ? ['has a heading that is not ##']
    : [];
};

/** @param {Lesson} lesson */
export const headingProblems = ({ markdown }) => {
  const headings = partsOf(markdown).map(({ heading }) => heading);
  const expected = CLOSING_HEADINGS.join(', ');
  return [
    ...(headings.slice(-CLOSING_HEADINGS.length).join(', ') === expected
      ? []
      : [`does not end with the headings ${expected}`]),
    ...(headings[0] === null ? [] : ['begins with a heading instead of its one idea']),
    ...(headings.length > CLOSING_HEADINGS.length + 1 ? [] : ['has no heading of its own before the prompt']),
    ...headingLevelProblems(markdown),
  ];
};

const NUMBERED = /^ ?\d{1,9}[.)]\s+\S/;
const BULLET = /^ ?[-*+]\s+\S/;

/** @typedef {ReturnType<typeof linesOf>} Lines */

/**
 * @param {Lines} lines
 * @param {RegExp} form
 */
const count = (lines, form) => lines.filter(({ text, isCode }) => !isCode && form.test(text)).length;

/**
 * Returns a rule that limits the number of words below a part's heading.
 * @param {{ min: number, max: number }} range
 * @param {string} heading
 */
const wordRule = (range, heading) => (/** @type {Lines} */ lines) => {
  const words = wordsOf(
    lines
      .slice(1)
      .map(({ text }) => text)
      .join('\n'),
  ).length;
  return within(range, words) ? [] : [`has ${words} words below "${heading}" instead of ${range.min} to ${range.max}`];
};

/**
 * The required contents of the closing parts.
 * @type {Readonly<Partial<Record<import('./parts.mjs').PartKind, (lines: Lines) => string[]>>>}
 */
const REQUIREMENTS = {
  prompt: (lines) => (lines.some(({ isCode }) => isCode) ? [] : ['has no prompt in ``` below "A prompt to try"']),
  exercise: (lines) =>
    within(STEPS, count(lines, NUMBERED))
      ? []
      : [`has ${count(lines, NUMBERED)} numbered steps below "Your exercise" instead of ${STEPS.min} to ${STEPS.max}`],
  done: (lines) =>
    within(OUTCOMES, count(lines, BULLET))
      ? []
      : [`has ${count(lines, BULLET)} outcomes below "Done when" instead of ${OUTCOMES.min} to ${OUTCOMES.max}`],
  short: wordRule(SHORT_WORDS, 'In five minutes'),
  stretch: wordRule(STRETCH_WORDS, 'Going further'),
};

/** @param {Lesson} lesson */
export const checkParts = ({ markdown }) =>
  partsOf(markdown).flatMap((part) => REQUIREMENTS[part.kind]?.(linesOf(part.markdown)) ?? []);

/**
 * References to adjacent lessons or to a place in the course, which are wrong because each reader has another order.
 */
const NEIGHBOURS =
  /\b(?:yesterday['’]s lesson|tomorrow['’]s lesson|(?:the )?(?:next|previous|last) lesson|(?:next|last) week['’]s lessons?|lesson \d+|(?:day|week) \d+ of (?:the|this|your) course)\b/i;

/** @param {Lesson} lesson */
export const checkNeighbours = ({ markdown, exercise, takeaway }) => {
  const found = NEIGHBOURS.exec([prose(markdown), exercise, takeaway].join('\n'))?.[0];
  return found === undefined
    ? []
    : [`refers to its position by "${found}", but each reader has another order: name the subject instead`];
};

const HTML = /<\/?[a-z][a-z0-9-]*(\s[^<>]*)?\/?>|<!--/i;
/** A pattern rather than a Markdown parser, which would skip the malformed links that this looks for. */
const LINK = /!?\[[^\]]*\]\(\s*<?([^)\s>]*)[^)]*\)|^\s{0,3}\[[^\]]+\]:\s*(\S+)/gm;
const AUTOLINK = /<((?:https?|mailto|ftp):[^>]*)>|\bhttps?:\/\/\S+/i;

/**
 * Returns the text without code, in which anything is allowed.
 * @param {string} markdown
 */
const prose = (markdown) => markdown.replace(/^(`{3,}).*?^\1`*\s*$/gms, '').replace(/`[^`]*`/g, '');

/**
 * Returns the slug in a link target such as `resource:prompt-basics`; undefined for any other target.
 * @param {string} target
 */
const resourceIn = (target) => /^resource:(.*)$/.exec(target)?.[1];

/**
 * The targets that a text may link to.
 * @typedef {object} LinkTargets
 * @property {ReadonlySet<string>} files Names of files in the same folder.
 * @property {ReadonlySet<string>} resources Slugs.
 */

/**
 * @param {string} target
 * @param {LinkTargets} targets
 */
const linkProblem = (target, { files, resources }) => {
  const slug = resourceIn(target);
  if (slug !== undefined)
    return resources.has(slug) ? undefined : `links to the resource ${slug}, which is not in content/resources`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//'))
    return `links to ${target}: external links break over time`;
  const [file = ''] = target.split('#');
  return files.has(file) ? undefined : `links to ${target}, which does not exist`;
};

/**
 * Returns problems with HTML, images and links.
 * @param {string} markdown
 * @param {readonly string[]} fields Values of the front matter that are shown to readers.
 * @param {LinkTargets} allowed
 */
export const checkLinks = (markdown, fields, allowed) => {
  const text = prose(markdown);
  const targets = [...text.matchAll(LINK)].map(([, inline, reference]) => inline ?? reference ?? '');
  const auto = AUTOLINK.exec(text.replaceAll(LINK, ''))?.[0];
  return [
    ...(HTML.test([text, ...fields].join('\n')) ? ['has HTML'] : []),
    ...(/!\[/.test(text) ? ['has an image'] : []),
    ...targets.flatMap((target) => linkProblem(target, allowed) ?? []),
    ...(auto ? [`links to ${auto}: external links break over time`] : []),
  ];
};
