// @vitest-environment jsdom
import { SAMPLE_REVIEW, TESTIMONIALS } from '@course/funnel';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Quote } from './screen-parts.tsx';

it.each([true, false])('a review whose sample is %s says so', (sample) => {
  render(<Quote quote={{ ...TESTIMONIALS[0]!, sample }} />);
  expect(screen.queryByText(SAMPLE_REVIEW) !== null).toBe(sample);
});
