/** @typedef {'text' | 'prompt' | 'exercise' | 'done'} PartKind What a part of a lesson is for. */

/**
 * A heading `##` and what follows it; the opening of a lesson has no heading.
 * @typedef {object} Part
 * @property {PartKind} kind
 * @property {string | null} heading
 * @property {string} markdown With its heading.
 */

/** The three headings that every lesson ends with, in this order; the last parts of a lesson look different. */
export const CLOSING_HEADINGS = /** @type {const} */ (['A prompt to try', 'Your exercise', 'Done when']);

/** @type {Readonly<Record<string, PartKind>>} */
const KINDS = { 'A prompt to try': 'prompt', 'Your exercise': 'exercise', 'Done when': 'done' };

const FENCE = /^\s*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})/;
const PART_HEADING = /^ {0,3}##(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;

/**
 * The lines of a text, each with whether it belongs to a quoted block (```), whose marks are text.
 * @param {string} markdown
 */
export const linesOf = (markdown) => {
  let open = '';
  return markdown.split(/\r?\n/).map((text) => {
    const mark = FENCE.exec(text)?.[1] ?? '';
    const closes = open !== '' && mark.startsWith(open) && text.trim() === mark;
    const quoted = open !== '' || mark !== '';
    if (closes) open = '';
    else if (open === '') open = mark;
    return { text, quoted };
  });
};

/**
 * A lesson's text, cut before each `##`.
 * @param {string} markdown
 * @returns {Part[]}
 */
export function partsOf(markdown) {
  /** @type {{ heading: string | null, lines: string[] }[]} */
  const parts = [];
  for (const { text, quoted } of linesOf(markdown)) {
    const heading = quoted ? null : PART_HEADING.exec(text);
    if (heading) parts.push({ heading: heading[1] ?? '', lines: [text] });
    else if (parts.length > 0) parts.at(-1)?.lines.push(text);
    else if (text.trim() !== '') parts.push({ heading: null, lines: [text] });
  }
  return parts.map(({ heading, lines }) => ({
    kind: KINDS[heading ?? ''] ?? 'text',
    heading,
    markdown: lines.join('\n'),
  }));
}
