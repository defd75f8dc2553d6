// @vitest-environment jsdom
import { encodeChoices, type Answers } from '@course/funnel';
import { describe, expect, it } from 'vitest';
import { destinationOf, pathAfterNext, stepOf } from './paths.ts';
import { STEPS } from './steps.ts';

const everything: Answers = Object.fromEntries(
  STEPS.flatMap((step) => ('asks' in step ? [[step.asks, step.kind === 'multi' ? encodeChoices(['x']) : 'x']] : [])),
);
const without = (key: string): Answers => ({ ...everything, [key]: undefined });

describe('/processing', () => {
  const processing = stepOf('processing');

  it('leads to the plan entry once the last question is answered', () => {
    expect(destinationOf(processing, everything)).toBe('/plan');
    expect(destinationOf(processing, without('q3'))).toBe('/plan');
  });

  it('leads to the first unanswered question until then', () => {
    expect(destinationOf(processing, without('q20'))).toBe('/q20');
    expect(destinationOf(processing, { ...without('q20'), q3: undefined })).toBe('/q3');
    expect(destinationOf(processing, {})).toBe('/q1');
  });
});

describe('a step', () => {
  it('leads to its next step whatever was answered', () => {
    expect(destinationOf(stepOf('q1'), {})).toBe('/onboarding');
    expect(destinationOf(stepOf('old002'), {})).toBe('/q2');
    expect(destinationOf(stepOf('q11'), {})).toBe('/reassurance2');
  });

  it('has a path after the next one, so that the offer is preloaded before the visitor gets there', () => {
    expect(pathAfterNext(stepOf('readiness'))).toBe('/plan');
    expect(pathAfterNext(stepOf('root'))).toBe('/onboarding');
    expect(pathAfterNext(stepOf('processing'))).toBeUndefined();
  });
});
