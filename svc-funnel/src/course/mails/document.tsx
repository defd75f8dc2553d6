import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import type { Block, Blocks, Link, Words } from './blocks.ts';
import { Command } from './parts/command.tsx';
import { Layout, Small } from './parts/layout.tsx';
import { StonePath } from './parts/stones.tsx';
import { A, Above, Action, Facts, Note, P, QuietLink, Subtitle, Title } from './parts/text.tsx';
import { weekName, Weeks } from './parts/weeks.tsx';
import type { Content, FooterLine } from './content.ts';

type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

interface Rendering<B extends Block> {
  html(block: B): ReactNode;
  /** Null for blocks that are purely visual. */
  text(block: B): string | null;
}

const fragment = (nodes: readonly ReactNode[]): ReactElement => createElement(Fragment, null, ...nodes);

const inline = (words: Words, LinkHere: typeof A = A): ReactElement =>
  fragment(
    words.map((word) => {
      if (typeof word === 'string') return word;
      return 'strong' in word ? <strong>{word.strong}</strong> : <LinkHere href={word.href}>{word.label}</LinkHere>;
    }),
  );

const plainText = (words: Words): string =>
  words.map((word) => (typeof word === 'string' ? word : 'strong' in word ? word.strong : word.label)).join('');

const isWeb = (word: Words[number]): word is Link =>
  typeof word === 'object' && 'href' in word && !word.href.startsWith('mailto:');

/** Returns a sentence as text, with the URLs of its links below. */
const sentence = (words: Words): string => {
  const text = plainText(words);
  const urls = words.filter(isWeb).map(({ href }) => href);
  if (urls.length === 0) return text;
  return [/[.?!:]$/.test(text) ? text : `${text}:`, ...urls].join('\n');
};

/** Returns one line per fact with aligned values, such as `Plan:    4-week plan`. */
const factLines = ({ facts }: BlockOf<'facts'>): string => {
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`).join('\n');
};

const RENDERINGS: { readonly [K in Block['kind']]: Rendering<BlockOf<K>> } = {
  paragraph: { html: ({ words }) => <P>{inline(words)}</P>, text: ({ words }) => sentence(words) },
  small: { html: ({ words }) => <Small>{inline(words, QuietLink)}</Small>, text: ({ words }) => sentence(words) },
  note: { html: ({ words }) => <Note>{inline(words)}</Note>, text: ({ words }) => sentence(words) },
  quote: {
    html: ({ quoted }) => (
      <Note>{quoted.includes('\n') ? <span style={{ whiteSpace: 'pre-wrap' }}>{quoted}</span> : quoted}</Note>
    ),
    text: ({ quoted }) => quoted.replace(/^/gm, '> '),
  },
  subtitle: { html: ({ title }) => <Subtitle>{title}</Subtitle>, text: ({ title }) => title.toUpperCase() },
  facts: { html: ({ facts }) => <Facts facts={facts} />, text: factLines },
  action: {
    html: ({ link: { href, label } }) => <Action href={href}>{label}</Action>,
    text: ({ link }) => sentence([link]),
  },
  commands: {
    html: ({ commands }) => fragment(commands.map((command) => <Command>{command}</Command>)),
    text: ({ commands }) => commands.join('\n'),
  },
  weeks: {
    html: ({ weeks }) => <Weeks weeks={weeks} />,
    text: ({ weeks }) => weeks.map((titles, at) => `${weekName(at)}: ${titles.join(' · ')}`).join('\n'),
  },
  body: { html: ({ html }) => <div dangerouslySetInnerHTML={{ __html: html }} />, text: ({ text }) => text },
  group: { html: ({ blocks }) => <div>{blocksHtml(blocks)}</div>, text: ({ blocks }) => blocksText(blocks) },
  space: {
    html: ({ height }) => <div style={{ height, lineHeight: `${height}px`, fontSize: 0 }}>&nbsp;</div>,
    text: () => null,
  },
};

// The table's type ties each rendering to its kind, which TypeScript cannot follow through an index.
const renderingOf = (block: Block) => RENDERINGS[block.kind] as Rendering<Block>;

const blocksHtml = (blocks: Blocks): ReactElement =>
  fragment(blocks.map((block) => block && renderingOf(block).html(block)));

const paragraphs = (texts: readonly (string | null)[]): string => texts.filter((text) => text !== null).join('\n\n');

const blocksText = (blocks: Blocks): string =>
  paragraphs(blocks.map((block) => block && renderingOf(block).text(block)));

const footerHtml = (footer: readonly FooterLine[]): ReactElement =>
  fragment(
    footer.map(({ between, parts }) => (
      <Small>{fragment(parts.flatMap((words, at) => [at > 0 && between, inline(words, QuietLink)]))}</Small>
    )),
  );

const footerText = (footer: readonly FooterLine[]): string =>
  footer
    .map(({ parts }) =>
      parts.map((words) => [plainText(words), ...words.filter(isWeb).map(({ href }) => href)].join(': ')).join('\n'),
    )
    .join('\n\n');

/** Returns a mail as an HTML document. */
export const documentHtml = ({ title, preheader, aside, above, walked, blocks, footer }: Content): ReactElement => (
  <Layout
    title={title}
    preheader={preheader}
    aside={aside}
    picture={walked === undefined ? undefined : <StonePath walked={walked} />}
    footer={footerHtml(footer)}
  >
    {above && <Above>{above.join(' · ')}</Above>}
    <Title>{title}</Title>
    {blocksHtml(blocks)}
  </Layout>
);

/** Returns the same mail as plain text, with an empty line between paragraphs. */
export const documentText = ({ title, aside, above, blocks, footer }: Content): string =>
  `${paragraphs([
    above ? [aside, ...above].filter(Boolean).join(' | ') : null,
    title,
    blocksText(blocks),
    `-- \n${footerText(footer)}`,
  ])}\n`;
