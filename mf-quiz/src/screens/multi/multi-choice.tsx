import { decodeChoices, encodeChoices, toggleChoice } from '@course/funnel';
import { ActionBar, Button } from '@course/ui';
import { type FormEvent, useState } from 'react';
import type { BodyProps } from '../../flow/body-props.ts';
import { OptionBox } from '../../parts/option-card.tsx';
import { Options } from '../../parts/options.tsx';
import { Heading } from '../../parts/screen-parts.tsx';
import css from './multi-choice.module.css';

const NOTHING_CHOSEN = 'Please select at least one option';
/** Longer lists are shown in pairs, so that all options are in view. */
const ROWS_MAX = 6;

/** For screen readers, which do not announce a change of the button's text. */
const chosenCount = (count: number): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'option' : 'options'} chosen`;

export function MultiChoice({ step, answers, onAnswer, onContinue }: BodyProps<'multi'>) {
  const [alerted, setAlerted] = useState(false);
  const stored = decodeChoices(answers[step.asks]);
  // A later release may have removed a chosen option: it stays stored, but is not counted.
  const chosen = stored.filter((value) => step.options.some((option) => option.value === value));
  const toggle = (value: string) =>
    onAnswer((current) => encodeChoices(toggleChoice(decodeChoices(current), value, step.exclusive)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0) return setAlerted(true);
    onContinue();
  };
  return (
    // Answers are restored from local storage, so the browser must not restore the checkboxes by itself.
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
