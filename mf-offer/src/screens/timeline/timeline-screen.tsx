import { TIMELINE_COPY } from '../../flow/offer-copy.ts';
import { useName } from '@course/platform';
import { ActionBar, Button } from '@course/ui';
import { type ScreenProps, StepFrame } from '../../flow/step-frame.tsx';
import { useNext, useTrackProgress } from '../../flow/use-flow.ts';
import { PathChart } from './path-chart.tsx';
import css from './timeline-screen.module.css';

export function TimelineScreen({ step }: ScreenProps) {
  const next = useNext(step);
  const name = useName();
  useTrackProgress(step.key);
  return (
    <StepFrame step={step}>
      <div className={css['intro']}>
        <h1 className={css['title']}>{step.title}</h1>
        <p className={css['for']}>{name ? TIMELINE_COPY.readyFor(name) : TIMELINE_COPY.ready}</p>
      </div>
      <figure className={css['figure']}>
        <h2 className={css['chartTitle']}>{TIMELINE_COPY.chartTitle}</h2>
        <PathChart />
        <figcaption className={css['disclaimer']}>{TIMELINE_COPY.disclaimer}</figcaption>
      </figure>
      <ActionBar>
        <Button onClick={next}>{TIMELINE_COPY.button}</Button>
      </ActionBar>
    </StepFrame>
  );
}
