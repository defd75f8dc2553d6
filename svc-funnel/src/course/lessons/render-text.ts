import type { Token } from 'markdown-it';
import { parseMarkdown } from './markdown.ts';
import { type ResourceAddress, resourcePath, resourceSlugIn } from './resource-links.ts';

const inlineText = (token: Token): string =>
  (token.children ?? [])
    .map(({ type, content, markup }) =>
      type === 'softbreak'
        ? ' '
        : type === 'hardbreak'
          ? '\n'
          : type === 'code_inline'
            ? `${markup}${content}${markup}`
            : content,
    )
    .join('');

const indent = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

/** Returns the index at which the element that opens at `from` closes. */
const endOf = (tokens: readonly Token[], from: number): number => {
  let depth = 0;
  for (let index = from; index < tokens.length; index++) {
    depth += tokens[index]!.nesting;
    if (depth === 0) return index;
  }
  return tokens.length - 1;
};

const list = (tokens: readonly Token[], ordered: boolean, first: number): string => {
  const items: string[] = [];
  for (let index = 0; index < tokens.length; index = endOf(tokens, index) + 1) {
    const marker = ordered ? `${first + items.length}. ` : '- ';
    items.push(marker + indent(blocks(tokens.slice(index + 1, endOf(tokens, index)), '\n'), marker.length));
  }
  return items.join('\n');
};

/** Renders each row as a list of its columns: a table suits neither a narrow screen nor a screen reader. */
const table = (tokens: readonly Token[]): string => {
  const rows = tokens.flatMap((token, index) =>
    token.type === 'tr_open'
      ? [
          tokens
            .slice(index, endOf(tokens, index))
            .filter(({ type }) => type === 'inline')
            .map(inlineText),
        ]
      : [],
  );
  const [head = [], ...body] = rows;
  return body
    .map(
      ([name = '', ...cells]) =>
        `- ${[name, ...cells.map((cell, index) => `  ${head[index + 1] ?? ''}: ${cell}`)].join('\n')}`,
    )
    .join('\n');
};

const block = (tokens: readonly Token[]): string => {
  const [first] = tokens;
  if (first === undefined) return '';
  const inner = tokens.slice(1, -1);
  switch (first.type) {
    case 'heading_open': {
      const title = inner.map(inlineText).join('');
      return `${title}\n${'-'.repeat([...title].length)}`;
    }
    case 'bullet_list_open':
      return list(inner, false, 1);
    case 'ordered_list_open':
      return list(inner, true, Number(first.attrGet('start') ?? 1));
    case 'fence':
    case 'code_block':
      return `--- copy from here ---\n${first.content.trimEnd()}\n--- to here ---`;
    case 'table_open':
      return table(inner);
    case 'blockquote_open':
      return `> ${blocks(inner).replaceAll('\n', '\n> ')}`;
    case 'picture':
      return `[Picture: ${first.attrGet('alt')}]`;
    case 'hr':
      return '* * *';
    case 'inline':
      return inlineText(first);
    default:
      return inner.length > 0 ? blocks(inner) : '';
  }
};

function blocks(tokens: readonly Token[], between = '\n\n'): string {
  const texts: string[] = [];
  for (let index = 0; index < tokens.length; index = endOf(tokens, index) + 1)
    texts.push(block(tokens.slice(index, endOf(tokens, index) + 1)));
  return texts.filter(Boolean).join(between);
}

/**
 * Puts a number after the text of each link to a resource, and returns the slugs in that order. A URL with a token
 * takes two lines on a phone, and mail programs treat a bracket after it as part of it.
 */
const numberLinks = (tokens: readonly Token[]): readonly string[] => {
  const slugs: string[] = [];
  for (const { children } of tokens) {
    let slug: string | undefined;
    for (const child of children ?? []) {
      if (child.type === 'link_open') slug = resourceSlugIn(String(child.attrGet('href') ?? ''));
      if (child.type !== 'link_close' || slug === undefined) continue;
      if (!slugs.includes(slug)) slugs.push(slug);
      child.content = ` [${slugs.indexOf(slug) + 1}]`;
    }
  }
  return slugs;
};

/**
 * Returns a lesson as plain text: no Markdown syntax but the marks of lists and quotes, prompts ready to copy, URLs of
 * resources at the end. If `addressOf` is null, links to resources become plain words.
 */
export function lessonText(markdown: string, addressOf: ResourceAddress | null = resourcePath): string {
  const tokens = parseMarkdown(markdown);
  const links = addressOf ? numberLinks(tokens).map((slug, at) => `[${at + 1}] ${addressOf(slug)}`) : [];
  return [blocks(tokens), links.join('\n')].filter(Boolean).join('\n\n');
}
