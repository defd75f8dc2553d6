import { type Lesson, type PartKind, partsOf } from '@course/funnel/lessons';
import type { Token } from 'markdown-it';
import { parseMarkdown, reader } from './markdown.ts';
import { lessonText } from './render-text.ts';
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

export interface RenderedLesson {
  /**
   * For a page: plain elements, each part a `<section class="lesson-text | lesson-prompt | lesson-exercise | lesson-done">`,
   * prompts in `<pre>`. No style, script, id or image, and nothing that a lesson's author wrote as HTML.
   */
  readonly html: string;
  readonly text: string;
}

const PAGE: Dress = {
  attributes: () => ({}),
  around: (html, kind) => `<section class="lesson-${kind}">\n${html}</section>\n`,
};

/** The page shows a text's own title as a heading of its second level, so parts are of the third. */
export const belowTitle = (html: string): string => html.replaceAll('<h2>', '<h3>').replaceAll('</h2>', '</h3>');

/** The lesson's body, without its title. */
export const renderLesson = (lesson: Lesson): RenderedLesson => ({
  html: withResourceLinks(dressedHtml(lesson.markdown, PAGE), resourcePath),
  text: lessonText(lesson.markdown),
});
