// @vitest-environment jsdom
import { decodeChoices, type Answers } from '@course/funnel';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { STEPS, type QuizStep } from '../../flow/steps.ts';
import { MultiChoice } from './multi-choice.tsx';

const step = STEPS.find(
  (candidate): candidate is QuizStep<'multi'> => candidate.kind === 'multi' && candidate.key === 'q10',
)!;
const NONE = step.exclusive!;
const [first, second] = step.options.filter(({ value }) => value !== NONE);

/** Renders the question with its answer kept in state, as the flow would. */
function renderQuestion(initial: Answers = {}) {
  const onContinue = vi.fn();
  const stored: { answers: Answers } = { answers: {} };
  function Question() {
    const [answers, setAnswers] = useState(initial);
    stored.answers = answers;
    const onAnswer = (update: string | ((current: string | undefined) => string)) =>
      setAnswers((before) => ({
        ...before,
        [step.asks]: typeof update === 'string' ? update : update(before[step.asks]),
      }));
    return <MultiChoice step={step} answers={answers} onAnswer={onAnswer} onContinue={onContinue} />;
  }
  const { container } = render(<Question />);
  return {
    onContinue,
    user: userEvent.setup(),
    form: container.querySelector('form')!,
    chosen: () => decodeChoices(stored.answers[step.asks]),
    option: (label: string) => screen.getByRole('checkbox', { name: label }),
    button: () => screen.getByRole<HTMLButtonElement>('button', { name: /^CONTINUE/ }),
  };
}

it('counts and announces the selected options, and disables the button while there are none', async () => {
  const { user, option, button } = renderQuestion();
  expect([button().textContent, button().disabled]).toEqual(['CONTINUE (0 selected)', true]);
  await user.click(option(first!.label));
  await user.click(option(second!.label));
  expect([button().textContent, button().disabled]).toEqual(['CONTINUE (2 selected)', false]);
  expect(screen.getByRole('status').textContent).toBe('2 options chosen');
  await user.click(option(first!.label));
  await user.click(option(second!.label));
  expect([button().textContent, button().disabled]).toEqual(['CONTINUE (0 selected)', true]);
});

it('shows an alert when the form is submitted without a choice, until there is one', async () => {
  const { user, form, option, onContinue } = renderQuestion();
  fireEvent.submit(form);
  expect(screen.getByRole('alert').textContent).toBe('Please select at least one option');
  expect(onContinue).not.toHaveBeenCalled();
  await user.click(option(first!.label));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('clears the other options when "none" is chosen, and "none" when another option is', async () => {
  const { user, option, chosen } = renderQuestion();
  const none = step.options.find(({ value }) => value === NONE)!;
  await user.click(option(first!.label));
  await user.click(option(second!.label));
  expect(chosen()).toEqual([first!.value, second!.value]);
  await user.click(option(none.label));
  expect(chosen()).toEqual([NONE]);
  await user.click(option(second!.label));
  expect(chosen()).toEqual([second!.value]);
});

it('continues once, with the chosen options', async () => {
  const { user, option, button, onContinue, chosen } = renderQuestion();
  await user.click(option(second!.label));
  await user.click(button());
  expect(onContinue).toHaveBeenCalledOnce();
  expect(chosen()).toEqual([second!.value]);
});

it('does not save again what is already saved when continuing', async () => {
  const onAnswer = vi.fn();
  const stored = { [step.asks]: JSON.stringify([first!.value]) };
  render(<MultiChoice step={step} answers={stored} onAnswer={onAnswer} onContinue={() => {}} />);
  await userEvent.click(screen.getByRole('button', { name: /^CONTINUE/ }));
  expect(onAnswer).not.toHaveBeenCalled();
});

it('neither counts nor loses a chosen option that is no longer offered', async () => {
  const { user, option, button, chosen } = renderQuestion({ [step.asks]: '["gone"]' });
  expect([button().textContent, button().disabled]).toEqual(['CONTINUE (0 selected)', true]);
  await user.click(option(first!.label));
  expect(button().textContent).toBe('CONTINUE (1 selected)');
  await user.click(button());
  expect(chosen()).toEqual(['gone', first!.value]);
});
