import { describe, expect, it } from 'vitest';
import { throttle } from './throttle.ts';

describe('throttle', () => {
  it('runs at once, then not again before its time', () => {
    let at = 0;
    let runs = 0;
    const measure = throttle(() => (runs += 1), 100, () => at);
    for (at of [0, 50, 99, 100, 150]) measure();
    expect(runs).toBe(2);
  });

  it('runs in any case when told so, and counts from there', () => {
    let at = 0;
    let runs = 0;
    const measure = throttle(() => (runs += 1), 100, () => at);
    measure();
    at = 60;
    measure({ now: true });
    at = 120;
    measure();
    expect(runs).toBe(2);
  });
});
