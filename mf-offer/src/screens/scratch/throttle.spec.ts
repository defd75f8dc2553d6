import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

describe('throttle', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Schedules the work at each of these times, in ms, and returns when it ran. */
  function runsWhenScheduledAt(times: readonly number[]): number[] {
    const start = performance.now();
    const runs: number[] = [];
    const { schedule } = throttle(() => runs.push(performance.now() - start), 100);
    times.forEach((at) => setTimeout(schedule, at));
    vi.advanceTimersByTime(1_000);
    return runs;
  }

  it('runs at once', () => expect(runsWhenScheduledAt([0])).toEqual([0]));

  it('runs at most once per interval while it is called repeatedly', () =>
    expect(runsWhenScheduledAt([0, 20, 40, 60, 80, 100, 120])).toEqual([0, 100, 200]));

  it('does not lose the last call', () => expect(runsWhenScheduledAt([0, 30])).toEqual([0, 100]));

  it('runs at once again after an idle time', () => expect(runsWhenScheduledAt([0, 500])).toEqual([0, 500]));

  it('no longer runs once stopped', () => {
    let runs = 0;
    const { schedule, stop } = throttle(() => (runs += 1), 100);
    schedule();
    schedule();
    stop();
    vi.advanceTimersByTime(1_000);
    expect(runs).toBe(1);
  });
});
