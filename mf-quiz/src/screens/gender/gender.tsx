import { decodeChoices, GENDER_COPY } from '@course/funnel';
import type { BodyProps } from '../../flow/body-props.ts';
import { HEADING_ID } from '../../parts/heading.tsx';
import { Options } from '../../parts/options.tsx';
import { Stage } from '../../parts/stage.tsx';
import { Consent } from './consent.tsx';
import css from './gender.module.css';
import { WelcomeOnLoad } from './welcome-on-load.tsx';

export const Gender = ({ step, answers, onAnswer }: BodyProps<'gender'>) => (
  <div className={css['entry']}>
    <p className={css['tagline']}>{step.tagline}</p>
    <h1 id={HEADING_ID} className={css['title']}>
      {step.title}
    </h1>
    <p className={css['lead']}>{GENDER_COPY.lead}</p>
    <Stage>
      <Options options={step.options} chosen={decodeChoices(answers[step.asks])} onChoose={onAnswer} look="tiles" />
    </Stage>
    <Consent from={step.path} />
    <WelcomeOnLoad from={step.path} />
  </div>
);
