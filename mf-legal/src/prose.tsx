import type { Block, FactSheet, LinkedText } from './flow/legal-text.ts';
import { LegalLink } from './legal-link.tsx';
import { piecesOf } from './linked-text.ts';
import css from './prose.module.css';

/** The text of a paragraph or list item, with its links. */
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

const FactSheetView = ({ title, facts }: FactSheet) => (
  <div className={css['sheet']}>
    <h3 className={css['sheetTitle']}>{title}</h3>
    <dl className={css['facts']}>
      {facts.map(([name, value]) => (
        <div key={name} className={css['fact']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);

export function Prose({ block }: { readonly block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <Words text={block} />
      </p>
    );
  return 'sheets' in block ? (
    block.sheets.map((sheet) => <FactSheetView key={sheet.title} {...sheet} />)
  ) : (
    <Items items={block} />
  );
}
