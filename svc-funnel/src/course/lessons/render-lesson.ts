import { arrange, type PartKind, partsOf } from '@course/funnel/lessons';
import type { Token } from 'markdown-it';
import { withDrawings } from '../pictures/pictures.ts';
import { parseMarkdown, markdownIt } from './markdown.ts';
import { type PlacedLesson, reviewOf } from './placed-lesson.ts';
import { resourcePath, withResourceLinks } from './resource-links.ts';

/** What a page or a mail adds to a lesson's elements. */
export interface LessonMarkup {
  /** Returns an element's attributes, such as `{ style, class }`. */
  attributes(tag: string, part: PartKind): Readonly<Record<string, string>>;
  /** Wraps the HTML of a part. */
  wrap(html: string, kind: PartKind): string;
}

const tagOf = ({ type, tag, nesting }: Token): string => (nesting === -1 ? '' : type === 'fence' ? 'pre' : tag);

const withChildren = (token: Token): Token[] => [token, ...(token.children ?? [])];

/** Returns a lesson's HTML, each element with the attributes from `markup`. */
export const lessonHtmlWith = (markdown: string, markup: LessonMarkup): string =>
  partsOf(markdown)
    .map(({ kind, markdown: part }) => {
      const tokens = parseMarkdown(part);
      for (const token of tokens.flatMap(withChildren)) {
        if (tagOf(token))
          Object.entries(markup.attributes(tagOf(token), kind)).forEach(([name, value]) => token.attrSet(name, value));
      }
      return markup.wrap(markdownIt.renderer.render(tokens, markdownIt.options, {}), kind);
    })
    .join('');

const PAGE: LessonMarkup = {
  attributes: () => ({}),
  wrap: (html, kind) => `<section class="lesson-${kind}">\n${html}</section>\n`,
};

/** Lowers headings to the third level: the page shows the text's own title on the second. */
export const belowTitle = (html: string): string => html.replaceAll('<h2>', '<h3>').replaceAll('</h2>', '</h3>');

/**
 * Returns a text's HTML for a page: plain elements, each part a `<section class="lesson-text | lesson-prompt | ...">`,
 * prompts in `<pre>`. It contains no style, script or id, no image but the product's own, and no HTML that an author
 * wrote.
 */
export const pageHtml = (markdown: string): string =>
  withDrawings(belowTitle(withResourceLinks(lessonHtmlWith(markdown, PAGE), resourcePath)));

const ALL_PARTS = ['lesson', 'stretch', 'short'] as const;

/** Returns a lesson's HTML for the course page: every part, those of the mail first, and the review of a week. */
export const lessonPage = ({ lesson, because, parts, week }: PlacedLesson): string => {
  const rest = ALL_PARTS.filter((part) => !parts.includes(part));
  return [
    because === null ? '' : `<p class="lesson-why">${markdownIt.utils.escapeHtml(`In your plan ${because}.`)}</p>\n`,
    pageHtml(arrange(lesson.markdown, [...parts, ...rest])),
    week.length === 0 ? '' : pageHtml(reviewOf(week)),
  ].join('');
};
