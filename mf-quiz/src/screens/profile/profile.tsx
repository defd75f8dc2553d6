import { OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { PROFILE_COPY } from '../../flow/later-copy.ts';
import { classes } from '@course/ui';
import { Icon } from '../../art/icon.tsx';
import type { BodyProps } from '../../flow/body-props.ts';
import { ContinueBar, Heading } from '../../parts/screen-parts.tsx';
import css from './profile.module.css';
import { profileOf, type ProfileResult } from './profile-result.ts';
import { ScoreCard } from './score-card.tsx';

interface ProfileProps extends BodyProps<'profile'> {
  readonly config?: Pick<OwnerConfig, 'results' | 'salarySource'>;
}

export function Profile({ step, answers, onContinue, config = OWNER_CONFIG }: ProfileProps) {
  const result = profileOf(answers, config);
  return (
    <>
      <Heading title={step.title} />
      <ScoreCard {...result} />
      <p className={css['claim']}>
        <span>{PROFILE_COPY.claim}</span> <SalarySource source={config.salarySource} />
      </p>
      <ProfileRows rows={result.rows} />
      <ContinueBar label={PROFILE_COPY.button} onContinue={onContinue} />
    </>
  );
}

const SalarySource = ({ source }: { readonly source: OwnerConfig['salarySource'] }) =>
  source && (
    <small className={css['source']}>
      {`${PROFILE_COPY.salarySource} `}
      <a href={source.url} target="_blank" rel="noreferrer">
        {source.title}
      </a>
    </small>
  );

/** The rows appear one after another by CSS animation. */
const ProfileRows = ({ rows }: Pick<ProfileResult, 'rows'>) => (
  <ul className={css['rows']}>
    {rows.map(({ label, value, icon, tone }) => (
      <li key={label} className={css['row']}>
        <Icon name={icon} className={css['icon']} />
        <span className={css['label']}>{label}</span>
        <strong className={classes(css['value'], css[tone])}>{value}</strong>
      </li>
    ))}
  </ul>
);
