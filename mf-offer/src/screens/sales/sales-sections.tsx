import { SALES_COPY } from '../../flow/sales-copy.ts';
import { Sunrise } from '@course/ui';
import { CheckList, Section } from '../../offer/section.tsx';
import css from './sales.module.css';

const COPY = SALES_COPY.comparison;

/** Compares today and after 4 weeks, side by side. */
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

/** On the left a flat path under a cloud; on the right stones that climb to the sun. */
const ComparisonPicture = () => (
  <div className={css['pictures']} role="img" aria-label={SALES_COPY.comparison.label}>
    <Cloudy />
    <Sunrise days={14} walked={14} />
  </div>
);

const Cloudy = () => (
  <svg viewBox="0 0 360 240" className={css['cloudy']} aria-hidden="true">
    <path d="M118 78a34 34 0 0 1 66-8 25 25 0 0 1 42 17 19 19 0 0 1-4 38H128a24 24 0 0 1-10-47z" fill="#cfc6b8" />
    <path d="M0 150Q100 138 190 150T360 148V240H0Z" fill="#ddd5c8" />
    <path d="M0 176Q110 164 220 174T360 170V240H0Z" fill="#a39a8b" />
    {[52, 112, 172, 232, 292].map((x) => (
      <ellipse key={x} cx={x} cy="206" rx="17" ry="7" fill="#d5ccbf" />
    ))}
  </svg>
);

const EASIER_COPY = SALES_COPY.easier;

export const Easier = () => (
  <Section title={EASIER_COPY.title} look="tinted">
    <ol className={css['points']}>
      {EASIER_COPY.points.map(({ title, text }) => (
        <li key={title} className={css['point']}>
          <h3 className={css['pointTitle']}>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </Section>
);

export const Benefits = () => (
  <Section title={SALES_COPY.benefits.title}>
    <CheckList items={SALES_COPY.benefits.items} />
  </Section>
);

export const DailyEmails = () => (
  <Section title={SALES_COPY.emails.title} look="tinted">
    <div className={css['emails']}>
      <p className={css['lead']}>{SALES_COPY.emails.text}</p>
      <Sunrise className={css['path']} />
    </div>
  </Section>
);
