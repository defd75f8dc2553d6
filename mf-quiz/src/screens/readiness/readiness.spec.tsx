import { renderToStaticMarkup } from 'react-dom/server';
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

it('shows the prediction, then the objectives, then the weeks', () => {
  const step = STEPS.find((candidate): candidate is QuizStep<'readiness'> => candidate.kind === 'readiness')!;
  const html = renderToStaticMarkup(<Readiness step={step} answers={{}} onAnswer={() => {}} onContinue={() => {}} />);
  const { prediction, objectivesTitle, objectiveDefault, chartTitle } = READINESS_COPY;
  const found = [step.title, prediction, objectivesTitle, objectiveDefault, chartTitle].map((part) =>
    html.indexOf(part),
  );
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
});
