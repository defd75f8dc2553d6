// @vitest-environment jsdom
import { fromPerDayOf, OWNER_CONFIG, type OwnerConfig, PLANS } from '@course/funnel';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { STEPS, type QuizStep } from '../../flow/steps.ts';
import { Landing } from './landing.tsx';

const step = STEPS.find((candidate): candidate is QuizStep<'landing'> => candidate.kind === 'landing')!;

it.each<[string, Pick<OwnerConfig, 'sales002Countdown'>, 'discounted' | 'original']>([
  ['the discount applied', OWNER_CONFIG, 'discounted'],
  [
    'no discount once a real deadline has passed',
    { sales002Countdown: { mode: 'deadline', endsAt: '2026-01-01T00:00:00Z' } },
    'original',
  ],
])('shows the lowest price per day with %s', (_case, config, pricing) => {
  render(<Landing step={step} answers={{}} onAnswer={() => {}} onContinue={() => {}} config={config} />);
  expect(screen.getByText(/^from \$/).textContent).toBe(`from ${fromPerDayOf(PLANS, pricing)}`);
});
