import { PROFILE_COPY } from '@course/funnel';
import type { BodyProps } from '../../flow/body-props.ts';
import { ContinueBar } from '../../parts/continue-bar.tsx';
import { Heading } from '../../parts/heading.tsx';
import css from './profile.module.css';
import { ProfileRows } from './profile-rows.tsx';
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
