import type { ResourcePart } from '@course/contracts';
import type { Token } from 'markdown-it';
import { parseMarkdown, markdownIt } from '../lessons/markdown.ts';
import { withDrawings } from '../pictures/pictures.ts';
import { belowTitle } from '../lessons/render-lesson.ts';
import { resourcePath, withResourceLinks } from '../lessons/resource-links.ts';

const htmlOf = (tokens: Token[]): ResourcePart[] =>
  tokens.length === 0
    ? []
    : [
        {
          is: 'html',
          html: withDrawings(
            belowTitle(withResourceLinks(markdownIt.renderer.render(tokens, markdownIt.options, {}), resourcePath)),
          ),
        },
      ];

/**
 * Returns a resource's body as the parts of a page. Each fenced block on the top level becomes a text to copy, titled
 * after the heading above it, or `title`. HTML that its author wrote is shown as text.
 */
export function renderResource(markdown: string, title: string): ResourcePart[] {
  const tokens = parseMarkdown(markdown);
  const parts: ResourcePart[] = [];
  let heading = title;
  let text: Token[] = [];
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') heading = tokens[at + 1]?.content ?? title;
    if (token.type === 'fence' && token.level === 0) {
      parts.push(...htmlOf(text), { is: 'copy', title: heading, text: token.content.trimEnd() });
      text = [];
    } else text.push(token);
  });
  return [...parts, ...htmlOf(text)];
}

/** Returns the headings of a resource's body. */
export const topicsOf = (markdown: string): string[] => {
  const tokens = parseMarkdown(markdown);
  return tokens.flatMap(({ type }, at) => (type === 'heading_open' ? (tokens[at + 1]?.content ?? []) : []));
};
