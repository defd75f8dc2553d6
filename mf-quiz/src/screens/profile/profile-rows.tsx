import { PROFILE_COPY } from '@course/funnel';
import { Icon } from '../../art/icon.tsx';
import { classes } from '../../parts/classes.ts';
import css from './profile-rows.module.css';

/** They appear one after the other, by the style sheet. */
export const ProfileRows = () => (
  <ul className={css['rows']}>
    {PROFILE_COPY.rows.map(({ label, value, icon, tone }) => (
      <li key={label} className={css['row']}>
        <span className={css['icon']}>
          <Icon name={icon} />
        </span>
        <span className={css['label']}>{label}</span>
        <strong className={classes(css['value'], css[tone])}>{value}</strong>
      </li>
    ))}
  </ul>
);
