import { TESTIMONIALS } from '@course/funnel';
import { expect, it, vi } from 'vitest';
import { warnOfSamples } from './sample-content.ts';

const genuine = TESTIMONIALS.map((testimonial) => ({ ...testimonial, sample: false }));
const oneSample = genuine.map((testimonial, i) => ({ ...testimonial, sample: i === 0 }));

it.each([
  ['once in production with a sample testimonial', true, oneSample, 1],
  ['not in production without samples', true, genuine, 0],
  ['not in development', false, oneSample, 0],
])('warns %s', (_case, production, testimonials, times) => {
  const warn = vi.fn();
  warnOfSamples({ production }, { warn }, testimonials);
  expect(warn).toHaveBeenCalledTimes(times);
});
