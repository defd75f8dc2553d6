import MarkdownIt, { type MarkdownIt as Markdown, type Token } from 'markdown-it';
import { imageIn } from '../pictures/pictures.ts';
import { isResourceLink } from './resource-links.ts';

/** CommonMark with tables and the product's own pictures. HTML and all other images are shown as plain text. */
const newMarkdownIt = (): Markdown => {
  const markdownIt = new MarkdownIt('commonmark', { html: false }).enable('table').disable('image');
  // A relative URL does not work in a mail, so such a link stays plain text. Links to resources are completed by
  // resource-links.ts.
  markdownIt.validateLink = (url) => /^(https:\/\/|mailto:)/i.test(url) || isResourceLink(url);
  markdownIt.renderer.rules['fence'] = (tokens, index, _options, _env, renderer) =>
    `<pre${renderer.renderAttrs(tokens[index]!)}>${markdownIt.utils.escapeHtml(tokens[index]!.content.trimEnd())}</pre>\n`;
  markdownIt.block.ruler.before(
    'paragraph',
    'picture',
    (state, line, _endLine, silent) => {
      const image = imageIn(state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]));
      if (image === undefined) return false;
      if (silent) return true;
      state.push('picture', 'img', 0).attrs = image;
      state.line = line + 1;
      return true;
    },
    { alt: ['paragraph'] },
  );
  return markdownIt;
};

export const markdownIt = newMarkdownIt();

export const parseMarkdown = (markdown: string): Token[] => markdownIt.parse(markdown, {});
