import { arrange, type PartKind, partsOf } from '@course/funnel/lessons';
import type { Token } from 'markdown-it';
import { withDrawings } from '../pictures/pictures.ts';
import { parseMarkdown, reader } from './markdown.ts';
import { type PlacedLesson, reviewOf } from './placed-lesson.ts';
import { resourcePath, withResourceLinks } from './resource-links.ts';

export interface Dress {
  /** Attributes of an element, by tag: `{ style, class }`. */
  attributes(tag: string, part: PartKind): Readonly<Record<string, string>>;
  /** What stands around a part. */
  around(html: string, kind: PartKind): string;
}

const tagOf = ({ type, tag, nesting }: Token): string => (nesting === -1 ? '' : type === 'fence' ? 'pre' : tag);

const withChildren = (token: Token): Token[] => [token, ...(token.children ?? [])];

/** A lesson's HTML, each element with what the dress gives it. */
export const dressedHtml = (markdown: string, dress: Dress): string =>
  partsOf(markdown)
    .map(({ kind, markdown: part }) => {
      const tokens = parseMarkdown(part);
      for (const token of tokens.flatMap(withChildren)) {
        if (tagOf(token))
          Object.entries(dress.attributes(tagOf(token), kind)).forEach(([name, value]) => token.attrSet(name, value));
      }
      return dress.around(reader.renderer.render(tokens, reader.options, {}), kind);
    })
    .join('');

const PAGE: Dress = {
  attributes: () => ({}),
  around: (html, kind) => `<section class="lesson-${kind}">\n${html}</section>\n`,
};

/** The page shows a text's own title as a heading of its second level, so parts are of the third. */
export const belowTitle = (html: string): string => html.replaceAll('<h2>', '<h3>').replaceAll('</h2>', '</h3>');

/**
 * Returns a text's HTML for a page: plain elements, each part a `<section class="lesson-text | lesson-prompt | ...">`, prompts
 * in `<pre>`. No style, script or id, no image but the product's pictures, and nothing that an author wrote as HTML.
 */
export const pageHtml = (markdown: string): string =>
  withDrawings(belowTitle(withResourceLinks(dressedHtml(markdown, PAGE), resourcePath)));

const ALL_PARTS = ['lesson', 'stretch', 'short'] as const;

/** Returns a lesson's HTML for its reader's course page: every part, those of the mail first, and the review of a week. */
export const lessonPage = ({ lesson, because, parts, week }: PlacedLesson): string => {
  const rest = ALL_PARTS.filter((part) => !parts.includes(part));
  return [
    because === null ? '' : `<p class="lesson-why">${reader.utils.escapeHtml(`In your plan ${because}.`)}</p>\n`,
    pageHtml(arrange(lesson.markdown, [...parts, ...rest])),
    week.length === 0 ? '' : pageHtml(reviewOf(week)),
  ].join('');
};
