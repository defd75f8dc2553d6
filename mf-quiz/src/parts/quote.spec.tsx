// @vitest-environment jsdom
import { SAMPLE_REVIEW, TESTIMONIALS } from '@course/funnel';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PROCESSING_COPY } from '../flow/later-copy.ts';
import { type QuizKind, type QuizStep, STEPS } from '../flow/steps.ts';
import { Processing } from '../screens/processing/processing.tsx';
import { SocialProof } from '../screens/social-proof/social-proof.tsx';
import { Quote } from './screen-parts.tsx';

it.each([true, false])('labels a review as a sample only if it is one (sample: %s)', (sample) => {
  render(<Quote quote={{ ...TESTIMONIALS[0]!, sample }} />);
  expect(screen.queryByText(SAMPLE_REVIEW) !== null).toBe(sample);
});

const bodyProps = <Kind extends QuizKind>(kind: Kind) => ({
  step: STEPS.find((step): step is QuizStep<Kind> => step.kind === kind)!,
  answers: {},
  onAnswer: () => {},
  onContinue: () => {},
});

describe.each([
  [0, [], false],
  [1, [TESTIMONIALS[0]!.name], false],
  [2, [TESTIMONIALS[0]!.name], true],
])('with %d reviews', (count, names, pauses) => {
  const testimonials = TESTIMONIALS.slice(0, count);
  const shown = () =>
    screen.queryAllByRole('figure').map((quote) => quote.querySelector('figcaption span')?.textContent);

  it('/processing shows a slide if there is a review, and a pause button if there are several', () => {
    render(<Processing {...bodyProps('processing')} testimonials={testimonials} />);
    expect(shown()).toEqual(names);
    expect(screen.queryByRole('button', { name: PROCESSING_COPY.pause }) !== null).toBe(pauses);
  });

  it('the social proof screen shows one review if there is any', () => {
    render(<SocialProof {...bodyProps('social-proof')} testimonials={testimonials} />);
    expect(shown()).toEqual(names);
  });
});
