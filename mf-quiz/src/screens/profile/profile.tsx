import { PROFILE_COPY } from '../../flow/copy.ts';
import { Icon } from '../../art/icon.tsx';
import type { BodyProps } from '../../flow/body-props.ts';
import { classes, ContinueBar, Heading } from '../../parts/screen-parts.tsx';
import css from './profile.module.css';
import { ScoreCard } from './score-card.tsx';

export const Profile = ({ step, onContinue }: BodyProps<'profile'>) => (
  <>
    <Heading title={step.title} />
    <ScoreCard />
    <p className={css['claim']}>{PROFILE_COPY.claim}</p>
    <ProfileRows />
    <ContinueBar label={PROFILE_COPY.button} onContinue={onContinue} />
  </>
);

/** They appear one after the other, by the style sheet. */
const ProfileRows = () => (
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
