import { SALES_COPY } from '@course/funnel';
import { Section } from '../../offer/section.tsx';
import css from './sales.module.css';

const COPY = SALES_COPY.easier;

export const Easier = () => (
  <Section title={COPY.title} look="tinted">
    <ol className={css['points']}>
      {COPY.points.map(({ title, text }) => (
        <li key={title} className={css['point']}>
          <h3 className={css['pointTitle']}>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </Section>
);
