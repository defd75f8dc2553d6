import type { ReactNode } from 'react';
import { CheckIcon } from '../art/icons.tsx';
import css from './section.module.css';

interface SectionProps {
  readonly id?: string;
  readonly title?: string;
  /** Id of the title. If set, the title is focusable. */
  readonly titleId?: string;
  readonly look?: 'plain' | 'tinted' | 'dawn';
  readonly children: ReactNode;
}

/** A section of an offer page. */
export const Section = ({ id, title, titleId, look = 'plain', children }: SectionProps) => (
  <section id={id} className={`${css['section']} ${css[look]}`}>
    <div className={css['inner']}>
      {title && (
        <h2 id={titleId} tabIndex={titleId ? -1 : undefined} className={css['title']}>
          {title}
        </h2>
      )}
      {children}
    </div>
  </section>
);

export const CheckList = ({ items }: { readonly items: readonly string[] }) => (
  <ul className={css['list']}>
    {items.map((item) => (
      <li key={item}>
        <CheckIcon />
        <span>{item}</span>
      </li>
    ))}
  </ul>
);
