// @vitest-environment jsdom
import type { Answers } from '@course/funnel';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { READINESS_COPY } from '../../flow/later-copy.ts';
import { type QuizStep, STEPS } from '../../flow/steps.ts';
import { objectivesOf, Readiness } from './readiness.tsx';

it.each([
  ['the default without an answer', undefined, ['Advanced AI Skills']],
  ['the default when nothing is chosen', '[]', ['Advanced AI Skills']],
  ['the chosen labels in the order of the options', '["help-family","buy-house"]', ['Buy a house', 'Help my family']],
  ['an unknown value unchanged', '["sail-boat"]', ['sail-boat']],
])('the objectives are %s', (_case, q19, objectives) => {
  expect(objectivesOf({ q19 })).toEqual(objectives);
});

const step = STEPS.find((candidate): candidate is QuizStep<'readiness'> => candidate.kind === 'readiness')!;

const screenFor = (answers: Answers) => (
  <Readiness step={step} answers={answers} onAnswer={() => {}} onContinue={() => {}} />
);

it('lists the objectives of a visitor whose answers are read after the served HTML, which has none', () => {
  const { rerender } = render(screenFor({}));
  const objectives = () =>
    within(screen.getByRole('region', { name: READINESS_COPY.objectivesTitle }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(objectives()).toEqual(['Advanced AI Skills']);
  rerender(screenFor({ q19: '["help-family","buy-house"]' }));
  expect(objectives()).toEqual(['Buy a house', 'Help my family']);
});

it('shows the prediction, then the objectives, then the weeks', () => {
  const { container } = render(screenFor({}));
  const { prediction, objectivesTitle, objectiveDefault, chartTitle } = READINESS_COPY;
  const found = [step.title, prediction, objectivesTitle, objectiveDefault, chartTitle].map((part) =>
    container.textContent.indexOf(part),
  );
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
});
