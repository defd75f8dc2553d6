import { decodeChoices, encodeChoices, toggleChoice } from '@course/funnel';
import { ActionBar, Button } from '@course/ui';
import { type FormEvent, useState } from 'react';
import type { BodyProps } from '../../flow/body-props.ts';
import { OptionBox } from '../../parts/option-card.tsx';
import { Options } from '../../parts/options.tsx';
import { Heading } from '../../parts/screen-parts.tsx';
import css from './multi-choice.module.css';

const NOTHING_CHOSEN = 'Please select at least one option';
/** Longer lists stand in pairs, so that all of them are in sight. */
const ROWS_MAX = 6;

/** Said when it changes; the button, which shows it, is not announced by itself. */
const chosenCount = (count: number): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'option' : 'options'} chosen`;

export function MultiChoice({ step, answers, onAnswer, onContinue }: BodyProps<'multi'>) {
  const [alerted, setAlerted] = useState(false);
  const stored = decodeChoices(answers[step.asks]);
  // A release may have taken away an option that was chosen: it stays stored, but counts for nothing.
  const chosen = stored.filter((value) => step.options.some((option) => option.value === value));
  const toggle = (value: string) =>
    onAnswer((current) => encodeChoices(toggleChoice(decodeChoices(current), value, step.exclusive)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0) return setAlerted(true);
    onAnswer(encodeChoices(stored));
    onContinue();
  };
  return (
    // Answers are kept on the device: the browser is not to bring back its own idea of what was ticked.
    <form className={css['form']} onSubmit={submit} noValidate autoComplete="off">
      <Heading title={step.title} hint={step.hint} />
      <Options
        options={step.options}
        chosen={chosen}
        onChoose={toggle}
        look={step.options.length > ROWS_MAX ? 'pairs' : 'rows'}
        Answer={OptionBox}
      />
      <p role="status" className="visually-hidden">
        {chosenCount(chosen.length)}
      </p>
      <ActionBar>
        {alerted && chosen.length === 0 && (
          <p role="alert" className={css['alert']}>
            {NOTHING_CHOSEN}
          </p>
        )}
        <Button type="submit" disabled={chosen.length === 0}>
          {`CONTINUE (${chosen.length} selected)`}
        </Button>
      </ActionBar>
    </form>
  );
}
