import { STUDY_COPY } from '@course/funnel';
import type { BodyProps } from '../../flow/body-props.ts';
import { ContinueBar } from '../../parts/continue-bar.tsx';
import { Heading } from '../../parts/heading.tsx';
import { GainChart } from './gain-chart.tsx';
import css from './study.module.css';

export const Study = ({ step, onContinue }: BodyProps<'study'>) => (
  <>
    <p className={css['source']}>{STUDY_COPY.source}</p>
    <Heading title={step.title} centred />
    <GainChart />
    <p className={css['lead']}>{STUDY_COPY.lead}</p>
    <ContinueBar label={STUDY_COPY.button} onContinue={onContinue} />
  </>
);
