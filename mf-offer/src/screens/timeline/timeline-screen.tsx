import { TIMELINE_COPY } from '@course/funnel';
import { ActionBar, Button } from '@course/ui';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { StepFrame } from '../../flow/step-frame.tsx';
import { useNext } from '../../flow/use-next.ts';
import { useReached } from '../../flow/use-reached.ts';
import { PathChart } from './path-chart.tsx';
import css from './timeline-screen.module.css';

export function TimelineScreen({ step }: ScreenProps) {
  const next = useNext(step);
  useReached(step.key);
  return (
    <StepFrame step={step}>
      <h1 className={css['title']}>{step.title}</h1>
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
