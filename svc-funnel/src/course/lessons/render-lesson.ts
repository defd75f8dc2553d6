import { arrange, type PartKind, partsOf } from '@course/funnel/lessons';
import type { Token } from 'markdown-it';
import { withDrawings } from '../pictures/pictures.ts';
import { parseMarkdown, markdownIt } from './markdown.ts';
import { type PlacedLesson, reviewOf } from './placed-lesson.ts';
import { resourcePath, withResourceLinks } from './resource-links.ts';

/** What a page or a mail adds to a lesson's elements. */
export interface LessonMarkup {
  /** Attributes of an element, by tag: `{ style, class }`. */
  attributes(tag: string, part: PartKind): Readonly<Record<string, string>>;
  /** What stands around a part. */
  around(html: string, kind: PartKind): string;
}

const tagOf = ({ type, tag, nesting }: Token): string => (nesting === -1 ? '' : type === 'fence' ? 'pre' : tag);

const withChildren = (token: Token): Token[] => [token, ...(token.children ?? [])];

/** A lesson's HTML, each element with the attributes that `markup` gives it. */
export const lessonHtmlWith = (markdown: string, markup: LessonMarkup): string =>
  partsOf(markdown)
    .map(({ kind, markdown: part }) => {
      const tokens = parseMarkdown(part);
      for (const token of tokens.flatMap(withChildren)) {
        if (tagOf(token))
          Object.entries(markup.attributes(tagOf(token), kind)).forEach(([name, value]) => token.attrSet(name, value));
      }
      return markup.around(markdownIt.renderer.render(tokens, markdownIt.options, {}), kind);
    })
    .join('');

const PAGE: LessonMarkup = {
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
  withDrawings(belowTitle(withResourceLinks(lessonHtmlWith(markdown, PAGE), resourcePath)));

const ALL_PARTS = ['lesson', 'stretch', 'short'] as const;

/** Returns a lesson's HTML for its reader's course page: every part, those of the mail first, and the review of a week. */
export const lessonPage = ({ lesson, because, parts, week }: PlacedLesson): string => {
  const rest = ALL_PARTS.filter((part) => !parts.includes(part));
  return [
    because === null ? '' : `<p class="lesson-why">${markdownIt.utils.escapeHtml(`In your plan ${because}.`)}</p>\n`,
    pageHtml(arrange(lesson.markdown, [...parts, ...rest])),
    week.length === 0 ? '' : pageHtml(reviewOf(week)),
  ].join('');
};
