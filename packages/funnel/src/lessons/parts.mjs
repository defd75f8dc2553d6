/** @typedef {'text' | 'prompt' | 'exercise' | 'done' | 'short' | 'stretch' | 'review'} PartKind The purpose of a lesson's part. */

/**
 * A heading `##` and the text below it. The first part of a lesson has no heading.
 * @typedef {object} Part
 * @property {PartKind} kind
 * @property {string | null} heading
 * @property {string} markdown Including the heading.
 */

/** @type {Readonly<Record<string, PartKind>>} */
const KINDS = {
  'A prompt to try': 'prompt',
  'Your exercise': 'exercise',
  'Done when': 'done',
  'In five minutes': 'short',
  'Going further': 'stretch',
};

/** The heading of the weekly review, which is generated from a week's lessons; no lesson may have it. */
export const REVIEW_HEADING = 'Your week in review';

/** The headings that every lesson ends with, in this order. These parts have their own layout. */
export const CLOSING_HEADINGS = Object.keys(KINDS);

const FENCE = /^\s*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})/;
const PART_HEADING = /^ {0,3}##(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;

/**
 * Returns the lines of a text. `isCode` is true for lines of a fenced code block, in which Markdown has no meaning.
 * @param {string} markdown
 */
export const linesOf = (markdown) => {
  let open = '';
  return markdown.split(/\r?\n/).map((text) => {
    const mark = FENCE.exec(text)?.[1] ?? '';
    const closes = open !== '' && mark.startsWith(open) && text.trim() === mark;
    const isCode = open !== '' || mark !== '';
    if (closes) open = '';
    else if (open === '') open = mark;
    return { text, isCode };
  });
};

/**
 * Returns the parts of a lesson's text, split before each `##`.
 * @param {string} markdown
 * @returns {Part[]}
 */
export function partsOf(markdown) {
  /** @type {{ heading: string | null, lines: string[] }[]} */
  const parts = [];
  for (const { text, isCode } of linesOf(markdown)) {
    const heading = isCode ? null : PART_HEADING.exec(text);
    if (heading) parts.push({ heading: heading[1] ?? '', lines: [text] });
    else if (parts.length > 0) parts.at(-1)?.lines.push(text);
    else if (text.trim() !== '') parts.push({ heading: null, lines: [text] });
  }
  return parts.map(({ heading, lines }) => ({
    kind: heading === REVIEW_HEADING ? 'review' : (KINDS[heading ?? ''] ?? 'text'),
    heading,
    markdown: lines.join('\n'),
  }));
}

/**
 * A part of a lesson that a reader may get: the five-minute version, the lesson itself, or the stretch.
 * @typedef {'short' | 'lesson' | 'stretch'} LessonPart
 */

/** @type {Readonly<Record<string, readonly LessonPart[]>>} */
const PARTS_BY_MINUTES = {
  '5-min': ['short', 'lesson'],
  '10-min': ['lesson', 'short'],
  '15-min': ['lesson'],
  '20-min': ['lesson', 'stretch'],
};

/** The answers to q20. */
export const MINUTES_PER_DAY = Object.keys(PARTS_BY_MINUTES);

/**
 * Returns the parts of a lesson that a mail shows, in order, for the minutes per day answered in q20. The course page
 * has all parts.
 * @param {string | undefined} minutes
 */
export const partsFor = (minutes = '') =>
  (Object.hasOwn(PARTS_BY_MINUTES, minutes) && PARTS_BY_MINUTES[minutes]) || /** @type {const} */ (['lesson']);

/** @param {readonly Part[]} parts */
const textOf = (parts) => parts.map(({ markdown }) => markdown.trim()).join('\n\n');

/**
 * Returns the text of a lesson without its short version and its stretch.
 * @param {string} markdown
 */
export const mainTextOf = (markdown) =>
  textOf(partsOf(markdown).filter(({ kind }) => kind !== 'short' && kind !== 'stretch'));

/** The heading above the lesson itself if its short version comes first. */
const WHOLE_LESSON = '## The whole lesson';

/**
 * Returns a lesson's text with the wanted parts, in this order. Parts that the lesson does not have are skipped.
 * @param {string} markdown
 * @param {readonly LessonPart[]} wanted
 */
export const arrange = (markdown, wanted) => {
  const parts = partsOf(markdown);
  return wanted
    .map((part, index) => {
      if (part !== 'lesson') return textOf(parts.filter(({ kind }) => kind === part));
      const main = mainTextOf(markdown);
      return index > 0 && parts.some(({ kind }) => kind === wanted[0]) ? `${WHOLE_LESSON}\n\n${main}` : main;
    })
    .filter(Boolean)
    .join('\n\n');
};
