import { FINAL_COPY } from '@course/funnel';
import { ActionBar, Button } from '@course/ui';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { StepFrame } from '../../flow/step-frame.tsx';
import { useNext } from '../../flow/use-next.ts';
import { useTrackProgress } from '../../flow/use-track-progress.ts';
import css from './final-screen.module.css';
import { ScoreRing } from './score-ring.tsx';

export function FinalScreen({ step }: ScreenProps) {
  const next = useNext(step);
  useTrackProgress(step.key);
  return (
    <StepFrame step={step}>
      <h1 className={css['title']}>{step.title}</h1>
      <ScoreRing percent={FINAL_COPY.scorePercent} label={FINAL_COPY.scoreLabel} />
      <dl className={css['rows']}>
        {FINAL_COPY.rows.map(({ label, value }) => (
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
