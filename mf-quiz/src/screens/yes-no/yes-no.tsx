import { decodeChoices } from '@course/funnel';
import { ROOT_COPY } from '../../flow/copy.ts';
import { questionTotal } from '@course/platform';
import type { BodyProps } from '../../flow/body-props.ts';
import { Options } from '../../parts/options.tsx';
import { HEADING_ID, Stage } from '../../parts/screen-parts.tsx';
import css from './yes-no.module.css';

const QUESTION_ID = 'question';

export const YesNo = ({ step, answers, onAnswer }: BodyProps<'yes-no'>) => (
  <div className={css['entry']}>
    <h1 id={HEADING_ID} className={css['title']}>
      {step.title}
    </h1>
    <h2 id={QUESTION_ID} className={css['question']}>
      {step.question}
    </h2>
    <Stage>
      <Options
        options={step.options}
        chosen={decodeChoices(answers[step.asks])}
        onChoose={onAnswer}
        look="tiles"
        labelledBy={QUESTION_ID}
      />
    </Stage>
    <p className={css['note']}>{ROOT_COPY.note(questionTotal())}</p>
  </div>
);
