import { PROFILE_COPY } from '@course/funnel';
import css from './score-card.module.css';
import { ScoreScale } from './score-scale.tsx';
import { useCount } from './use-count.ts';

/** The counter and the marker move as one: both show the same number. */
export function ScoreCard() {
  const count = useCount(PROFILE_COPY.scorePercent);
  return (
    <section className={css['card']} aria-labelledby="score-title">
      <h2 id="score-title" className={css['title']}>
        {PROFILE_COPY.scoreTitle}
      </h2>
      <p className={css['result']}>{PROFILE_COPY.result}</p>
      <p className={css['count']}>{`${count}%`}</p>
      <ScoreScale percent={count} />
    </section>
  );
}
