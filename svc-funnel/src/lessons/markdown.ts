import MarkdownIt, { type MarkdownIt as Markdown, type Token } from 'markdown-it';
import { kindOfPart, type PartKind } from './headings.ts';

/** A heading and what follows it; the opening of a lesson has no heading. */
export interface Part {
  readonly kind: PartKind;
  readonly heading: string | null;
  readonly tokens: Token[];
}

/** CommonMark and tables. HTML in a lesson is shown as the text that it is. */
const newReader = (): Markdown => {
  const reader = new MarkdownIt('commonmark', { html: false }).enable('table').disable('image');
  // A relative address leads nowhere in a mail: such a link is left as the text that it is.
  reader.validateLink = (url) => /^(https:\/\/|mailto:)/i.test(url);
  reader.renderer.rules['fence'] = (tokens, index, _options, _env, renderer) =>
    `<pre${renderer.renderAttrs(tokens[index]!)}>${reader.utils.escapeHtml(tokens[index]!.content.trimEnd())}</pre>\n`;
  return reader;
};

const reader = newReader();

export const parseMarkdown = (markdown: string): Token[] => reader.parse(markdown, {});

/** A lesson's text, cut before each `##`. */
export function partsOf(markdown: string): Part[] {
  const tokens = parseMarkdown(markdown);
  const starts = tokens.flatMap((token, index) => (token.type === 'heading_open' && token.tag === 'h2' ? [index] : []));
  const cuts = starts[0] === 0 ? starts : [0, ...starts];
  return cuts.map((from, index) => {
    const part = tokens.slice(from, cuts[index + 1]);
    const heading = starts.includes(from) ? (part[1]?.content ?? '') : null;
    return { kind: kindOfPart(heading), heading, tokens: part };
  });
}

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
    .map(({ kind, tokens }) => {
      for (const token of tokens.flatMap(withChildren)) {
        if (tagOf(token)) Object.entries(dress.attributes(tagOf(token), kind)).forEach(([name, value]) => token.attrSet(name, value));
      }
      return dress.around(reader.renderer.render(tokens, reader.options, {}), kind);
    })
    .join('');
