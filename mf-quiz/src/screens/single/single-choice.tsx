import { decodeChoices } from '@course/funnel';
import type { BodyProps } from '../../flow/body-props.ts';
import { Options } from '../../parts/options.tsx';
import { Heading } from '../../parts/screen-parts.tsx';

export const SingleChoice = ({ step, answers, onAnswer }: BodyProps<'single'>) => (
  <>
    <Heading title={step.title} hint={step.hint} />
    <Options options={step.options} chosen={decodeChoices(answers[step.asks])} onChoose={onAnswer} />
  </>
);
