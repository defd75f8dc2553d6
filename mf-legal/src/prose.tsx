import type { Block, LinkedText } from './flow/texts.ts';
import { LegalLink } from './legal-link.tsx';
import { piecesOf } from './linked-text.ts';
import css from './prose.module.css';

/** One paragraph's or item's words, its links kept. */
const Words = ({ text }: { readonly text: LinkedText }) =>
  piecesOf(text).map(({ text: words, href }, index) =>
    href ? (
      <LegalLink key={index} to={href}>
        {words}
      </LegalLink>
    ) : (
      words
    ),
  );

export const Items = ({ items }: { readonly items: readonly LinkedText[] }) => (
  <ul className={css['items']}>
    {items.map((item) => (
      <li key={item}>
        <Words text={item} />
      </li>
    ))}
  </ul>
);

export const Prose = ({ block }: { readonly block: Block }) =>
  typeof block === 'string' ? (
    <p>
      <Words text={block} />
    </p>
  ) : (
    <Items items={block} />
  );
