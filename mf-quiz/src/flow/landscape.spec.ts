import { expect, it } from 'vitest';
import { progressRatio } from './landscape.tsx';
import type { StepKey } from './steps.ts';
import { stepOf } from './paths.ts';

it.each<[StepKey, number]>([
  ['root', 0],
  ['old001', 0],
  ['q1', 0.05],
  ['onboarding', 0.05],
  ['q5', 0.25],
  ['reassurance1', 0.25],
  ['q12', 0.6],
  ['profile', 0.85],
  ['q20', 1],
  ['processing', 1],
])('at %s the progress ratio is %d', (key, ratio) => {
  expect(progressRatio(stepOf(key))).toBe(ratio);
});
