import MarkdownIt, { type MarkdownIt as Markdown, type Token } from 'markdown-it';
import { isResourceLink } from './resource-links.ts';

/** CommonMark and tables. HTML in a lesson is shown as the text that it is. */
const newReader = (): Markdown => {
  const reader = new MarkdownIt('commonmark', { html: false }).enable('table').disable('image');
  // A relative address leads nowhere in a mail: such a link is left as the text that it is. Those to resources are
  // completed by resource-links.ts.
  reader.validateLink = (url) => /^(https:\/\/|mailto:)/i.test(url) || isResourceLink(url);
  reader.renderer.rules['fence'] = (tokens, index, _options, _env, renderer) =>
    `<pre${renderer.renderAttrs(tokens[index]!)}>${reader.utils.escapeHtml(tokens[index]!.content.trimEnd())}</pre>\n`;
  return reader;
};

export const reader = newReader();

export const parseMarkdown = (markdown: string): Token[] => reader.parse(markdown, {});
