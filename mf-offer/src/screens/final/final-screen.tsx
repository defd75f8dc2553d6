import { OWNER_CONFIG } from '@course/funnel';
import { useAnswers } from '@course/platform';
import { ActionBar, Button } from '@course/ui';
import { usePrefetch } from '../../flow/prefetch.ts';
import { loadPlanner } from '../../flow/my-plan.ts';
import { FINAL_COPY, MEASURED_COPY } from '../../flow/offer-copy.ts';
import { type ScreenProps, StepFrame } from '../../flow/step-frame.tsx';
import { useNext, useTrackProgress } from '../../flow/navigation.ts';
import { finalResultOf } from './final-result.ts';
import css from './final-screen.module.css';

export function FinalScreen({ step }: ScreenProps) {
  const next = useNext(step);
  const { scorePercent, scoreLabel, rows } = finalResultOf(useAnswers(), OWNER_CONFIG);
  useTrackProgress(step.key);
  usePrefetch(loadPlanner);
  return (
    <StepFrame step={step}>
      <h1 className={css['title']}>{step.title}</h1>
      {scorePercent === null ? (
        <p className={css['unknown']}>{MEASURED_COPY.unknown}</p>
      ) : (
        <ScoreRing percent={scorePercent} label={scoreLabel} />
      )}
      <dl className={css['rows']}>
        {rows.map(({ label, value }) => (
          <div key={label} className={css['row']}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ActionBar>
        <Button onClick={next}>{FINAL_COPY.button}</Button>
      </ActionBar>
    </StepFrame>
  );
}

/** A ring filled to `percent`. */
const ScoreRing = ({ percent, label }: { readonly percent: number; readonly label: string }) => (
  <div className={css['score']}>
    <svg viewBox="0 0 160 160" className={css['ring']} aria-hidden="true">
      <circle cx="80" cy="80" r="68" className={css['track']} />
      <circle
        cx="80"
        cy="80"
        r="68"
        className={css['filled']}
        pathLength={100}
        strokeDasharray={`${percent} 100`}
        transform="rotate(-90 80 80)"
      />
    </svg>
    <p className={css['number']}>
      <strong>{`${percent}%`}</strong>
      <span>{label}</span>
    </p>
  </div>
);
