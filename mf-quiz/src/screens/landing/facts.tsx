import { LANDING_COPY } from '@course/funnel';
import css from './facts.module.css';

export const Facts = () => (
  <ul className={css['facts']}>
    {LANDING_COPY.facts.map(({ value, label }) => (
      <li key={label} className={css['fact']}>
        <strong className={css['value']}>{value}</strong>
        <span className={css['label']}>{label}</span>
      </li>
    ))}
  </ul>
);
