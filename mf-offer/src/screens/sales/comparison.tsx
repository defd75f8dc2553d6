import { SALES_COPY } from '@course/funnel';
import { Section } from '../../offer/section.tsx';
import { ComparisonPicture } from './comparison-picture.tsx';
import css from './sales.module.css';

const COPY = SALES_COPY.comparison;

/** Today and after 4 weeks, side by side. */
export const Comparison = ({ title }: { readonly title: string }) => (
  <Section look="dawn">
    <h1 className={css['hero']}>{title}</h1>
    <p className={css['lead']}>{COPY.text}</p>
    <figure className={css['comparison']}>
      <ComparisonPicture />
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{COPY.before}</th>
            <th scope="col">{COPY.after}</th>
          </tr>
        </thead>
        <tbody>
          {COPY.rows.map(({ before, after }) => (
            <tr key={before}>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  </Section>
);
