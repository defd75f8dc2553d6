import { REASSURANCE_COPY } from '@course/funnel';
import type { BodyProps } from '../../flow/body-props.ts';
import { ContinueBar } from '../../parts/continue-bar.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Amplified } from './amplified.tsx';
import css from './reassurance.module.css';

export const Reassurance = ({ step, onContinue }: BodyProps<'reassurance'>) => (
  <>
    <Amplified label={REASSURANCE_COPY.picture} />
    <Heading title={step.title} hint={REASSURANCE_COPY.lead} centred />
    <ul className={css['points']}>
      {REASSURANCE_COPY.points.map((point) => (
        <li key={point} className={css['point']}>
          {point}
        </li>
      ))}
    </ul>
    <ContinueBar label={REASSURANCE_COPY.button} onContinue={onContinue} />
  </>
);
