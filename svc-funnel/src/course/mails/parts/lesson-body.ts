import type { LessonPart } from '@course/funnel/course';
import { arrange, type Lesson, type PartKind, partsOf } from '@course/funnel/lessons';
import type { CSSProperties } from 'react';
import { type LessonMarkup, lessonHtmlWith } from '../../lessons/render-lesson.ts';
import { MONO, type Surface, themed } from '../theme.ts';

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const css = (style: CSSProperties): string =>
  Object.entries(style)
    .map(([name, value]) => `${dashed(name)}:${String(value)}`)
    .join(';');

const element = (surface: Surface, style: CSSProperties): Record<string, string> => {
  const { className, style: fullStyle } = themed(surface, style);
  return { class: className, style: css(fullStyle) };
};

const CELL: CSSProperties = {
  borderBottom: '1px solid',
  padding: '9px 10px 9px 0',
  fontSize: '15px',
  lineHeight: '22px',
  verticalAlign: 'top',
};

const ATTRIBUTES: Readonly<Record<string, Record<string, string>>> = {
  p: element('ink', { margin: '0 0 16px', fontSize: '17px', lineHeight: '27px' }),
  h2: element('ink', {
    margin: '28px 0 10px',
    fontSize: '20px',
    lineHeight: '26px',
    fontWeight: 700,
    letterSpacing: '-0.01em',
  }),
  h3: element('ink', { margin: '20px 0 8px', fontSize: '17px', lineHeight: '24px', fontWeight: 700 }),
  ul: element('ink', { margin: '0 0 16px', padding: '0 0 0 22px' }),
  ol: element('ink', { margin: '0 0 16px', padding: '0 0 0 24px' }),
  li: element('ink', { margin: '0 0 8px', fontSize: '17px', lineHeight: '26px' }),
  pre: element('prompt', {
    margin: 0,
    fontFamily: MONO,
    fontSize: '15px',
    lineHeight: '23px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    wordBreak: 'break-word',
  }),
  code: element('prompt', {
    padding: '1px 5px',
    borderRadius: '5px',
    fontFamily: MONO,
    fontSize: '15px',
    overflowWrap: 'anywhere',
    wordBreak: 'break-word',
  }),
  blockquote: element('rule', {
    margin: '0 0 16px',
    padding: '0 0 0 16px',
    borderLeftWidth: '4px',
    borderLeftStyle: 'solid',
  }),
  hr: element('rule', { margin: '24px 0', borderWidth: '1px 0 0', borderStyle: 'solid' }),
  table: {
    ...element('ink', { width: '100%', margin: '0 0 18px', borderCollapse: 'collapse' }),
    cellpadding: '0',
    cellspacing: '0',
  },
  th: element('rule', { ...CELL, textAlign: 'left', fontWeight: 700 }),
  td: element('rule', CELL),
  img: {
    style: css({
      display: 'block',
      maxWidth: '100%',
      height: 'auto',
      margin: '0 0 16px',
      border: 0,
      borderRadius: '14px',
    }),
  },
  a: element('link', { textDecoration: 'underline', fontWeight: 600 }),
};

const PROMPT = element('prompt', {
  padding: '16px 18px',
  borderLeftWidth: '4px',
  borderLeftStyle: 'solid',
  borderRadius: '4px 12px 12px 4px',
});

/** Wraps prompts in table cells with their background and padding: classic Outlook supports padding nowhere else. */
const inCells = (html: string): string =>
  html.replaceAll(
    /<pre[^>]*>.*?<\/pre>/gs,
    (pre) =>
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;border-collapse:separate"><tbody><tr><td class="${PROMPT['class']}" style="${PROMPT['style']}">${pre}</td></tr></tbody></table>`,
  );

const box = (surface: Surface, html: string): string => {
  const { class: name, style } = element(surface, {
    borderWidth: '1px',
    borderStyle: 'solid',
    borderRadius: '16px',
    padding: '20px 22px 8px',
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0;border-collapse:separate"><tbody><tr><td class="${name} box" style="${style}">${html}</td></tr></tbody></table>`;
};

const IN_A_BOX: typeof ATTRIBUTES = {
  ...ATTRIBUTES,
  h2: element('ink', {
    margin: '0 0 10px',
    fontSize: '20px',
    lineHeight: '26px',
    fontWeight: 700,
    letterSpacing: '-0.01em',
  }),
};

/** Puts a checkbox character before each item. */
const ticked = (html: string): string => html.replaceAll(/<li[^>]*>/g, (open) => `${open}\u2610&nbsp; `);

/** Hanging indent in px: wrapped lines start below an item's text, not below its checkbox. */
const TICK = 26;

const IN_DONE: typeof ATTRIBUTES = {
  ...IN_A_BOX,
  ul: element('ink', { margin: '0 0 16px', padding: `0 0 0 ${TICK}px`, listStyle: 'none' }),
  li: element('ink', { margin: '0 0 8px', fontSize: '17px', lineHeight: '26px', textIndent: `-${TICK}px` }),
};

const BY_PART: Readonly<Record<PartKind, typeof ATTRIBUTES>> = {
  text: ATTRIBUTES,
  prompt: ATTRIBUTES,
  exercise: IN_A_BOX,
  done: IN_DONE,
  short: IN_A_BOX,
  stretch: IN_A_BOX,
  review: IN_A_BOX,
};

const BOXES: Readonly<Partial<Record<PartKind, Surface>>> = {
  exercise: 'exercise',
  short: 'exercise',
  stretch: 'prompt',
  review: 'done',
};

const MAIL: LessonMarkup = {
  attributes: (tag, part) => BY_PART[part][tag] ?? {},
  wrap(html, kind) {
    if (kind === 'done') return box(kind, ticked(html));
    const surface = BOXES[kind];
    return surface ? box(surface, html) : html;
  },
};

/** Returns a text's HTML for a mail. */
export const mailHtml = (markdown: string): string => inCells(lessonHtmlWith(markdown, MAIL));

/**
 * Returns a lesson's length, such as `15 minutes`; if the short version comes first, `5 minutes, or 15 for the whole
 * lesson`.
 */
export const lessonMinutes = ({ minutes, markdown }: Lesson, [first]: readonly LessonPart[]): string =>
  first === 'short' && partsOf(markdown).some(({ kind }) => kind === first)
    ? `5 minutes, or ${minutes} for the whole lesson`
    : `${minutes} minutes`;

const rendered = new WeakMap<Lesson, Map<string, string>>();

/**
 * Returns a lesson's parts as HTML for a mail. Cached for each choice of parts, because they are the same for all
 * readers.
 */
export function lessonBody(lesson: Lesson, parts: readonly LessonPart[]): string {
  const cache = rendered.get(lesson) ?? new Map<string, string>();
  rendered.set(lesson, cache);
  const key = parts.join();
  const html = cache.get(key) ?? mailHtml(arrange(lesson.markdown, parts));
  cache.set(key, html);
  return html;
}
