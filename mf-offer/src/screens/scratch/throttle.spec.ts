import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

describe('throttle', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Asks at each of these times, in ms, and tells when the work ran. */
  function runsWhenAskedAt(times: readonly number[]): number[] {
    const start = performance.now();
    const runs: number[] = [];
    const { ask } = throttle(() => runs.push(performance.now() - start), 100);
    times.forEach((at) => setTimeout(ask, at));
    vi.advanceTimersByTime(1_000);
    return runs;
  }

  it('runs at once', () => expect(runsWhenAskedAt([0])).toEqual([0]));

  it('runs at most once in its time while it keeps being asked', () =>
    expect(runsWhenAskedAt([0, 20, 40, 60, 80, 100, 120])).toEqual([0, 100, 200]));

  it('does not lose the last asking', () => expect(runsWhenAskedAt([0, 30])).toEqual([0, 100]));

  it('runs at once again after a rest', () => expect(runsWhenAskedAt([0, 500])).toEqual([0, 500]));

  it('runs no more once stopped', () => {
    let runs = 0;
    const { ask, stop } = throttle(() => (runs += 1), 100);
    ask();
    ask();
    stop();
    vi.advanceTimersByTime(1_000);
    expect(runs).toBe(1);
  });
});
