import { OFFER_COPY } from '@course/funnel';
import { FlagIcon, TargetIcon } from '../art/icons.tsx';
import css from './goal-cards.module.css';

interface GoalCardsProps {
  readonly goal: string;
  readonly target: string;
}

/** What the visitor wants, and what it is for. */
export const GoalCards = ({ goal, target }: GoalCardsProps) => (
  <dl className={css['cards']}>
    <div className={css['card']} data-card="goal">
      <FlagIcon />
      <dt>{OFFER_COPY.goalCard}</dt>
      <dd>{goal}</dd>
    </div>
    <div className={css['card']} data-card="target">
      <TargetIcon />
      <dt>{OFFER_COPY.targetCard}</dt>
      <dd>{target}</dd>
    </div>
  </dl>
);
