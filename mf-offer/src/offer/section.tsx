import type { ReactNode } from 'react';
import css from './section.module.css';

interface SectionProps {
  readonly title?: string;
  readonly look?: 'plain' | 'tinted' | 'trust';
  readonly children: ReactNode;
}

/** One idea of the offer. */
export const Section = ({ title, look = 'plain', children }: SectionProps) => (
  <section className={`${css['section']} ${css[look]}`}>
    <div className={css['inner']}>
      {title && <h2 className={css['title']}>{title}</h2>}
      {children}
    </div>
  </section>
);
