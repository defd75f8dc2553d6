import { describe, expect, it } from 'vitest';
import { nearestStep } from './nearest-step.ts';

const existing = new Set(['/', '/q1', '/q2', '/q4', '/email', '/payment-success']);
const exists = (path: string) => existing.has(path);
const answered = ['start', 'q1', 'q2', 'q3', 'q4'];

describe('a step that a release has removed', () => {
  it.each([
    ['the one answered before it', '/q3', answered, 'q4', '/q2'],
    ['the same for a visitor who has paid', '/q3', answered, 'payment-success', '/q2'],
    ['the last answered one if it was not answered itself', '/q5', ['start', 'q1', 'q2'], 'q5', '/q2'],
    ['the next one that exists if none before it does', '/q0', ['q0', 'q1'], 'q1', '/q1'],
    ['the start if nothing else is left', '/q3', ['q3'], 'q3', '/'],
  ])('leads to %s', (_case, path, keys, furthest, nearest) => {
    expect(nearestStep(path, { answered: keys, furthest }, exists)).toBe(nearest);
  });

  it.each([
    ['a path that never was a step', '/nowhere', answered, 'q4'],
    ['a step that the visitor never reached', '/q3', [], ''],
    ['a path in another letter case', '/Q3', answered, 'q4'],
  ])('is not %s', (_case, path, keys, furthest) => {
    expect(nearestStep(path, { answered: keys, furthest }, exists)).toBeUndefined();
  });
});
