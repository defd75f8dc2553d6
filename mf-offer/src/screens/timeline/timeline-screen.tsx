import { TIMELINE_COPY } from '../../flow/offer-copy.ts';
import { useName } from '@course/platform';
import { ActionBar, Button } from '@course/ui';
import { type ScreenProps, StepFrame } from '../../flow/step-frame.tsx';
import { useNext, useTrackProgress } from '../../flow/navigation.ts';
import { useMyPlan } from '../../flow/my-plan.ts';
import { PathChart } from './path-chart.tsx';
import css from './timeline-screen.module.css';

const readyText = (name: string, reasons: string): string => {
  if (!reasons) return name ? TIMELINE_COPY.readyFor(name) : TIMELINE_COPY.ready;
  return name ? TIMELINE_COPY.madeFor(name, reasons) : TIMELINE_COPY.madeFromAnswers(reasons);
};

export function TimelineScreen({ step }: ScreenProps) {
  const next = useNext(step);
  const name = useName();
  const { reasons } = useMyPlan();
  useTrackProgress(step.key);
  return (
    <StepFrame step={step}>
      <h1 className={css['title']}>{TIMELINE_COPY.chartTitle}</h1>
      <figure className={css['figure']}>
        <PathChart />
        <figcaption className={css['disclaimer']}>{TIMELINE_COPY.disclaimer}</figcaption>
      </figure>
      <div className={css['ready']}>
        <h2 className={css['readyTitle']}>{step.title}</h2>
        <p className={css['for']}>{readyText(name, reasons)}</p>
      </div>
      <ActionBar>
        <Button onClick={next}>{TIMELINE_COPY.button}</Button>
      </ActionBar>
    </StepFrame>
  );
}
