import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { oneTimer } from './one-timer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('moving on after an answer', () => {
  it('happens 300 ms after it, not before', () => {
    const move = vi.fn();
    oneTimer().start(300, move);
    vi.advanceTimersByTime(299);
    expect(move).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(move).toHaveBeenCalledOnce();
  });

  it('happens once when the answer changes on the way', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const timer = oneTimer();
    timer.start(300, first);
    vi.advanceTimersByTime(200);
    timer.start(300, second);
    vi.advanceTimersByTime(1_000);
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it('does not happen once the screen is left', () => {
    const move = vi.fn();
    const timer = oneTimer();
    timer.start(300, move);
    timer.cancel();
    vi.advanceTimersByTime(1_000);
    expect(move).not.toHaveBeenCalled();
  });

  it('happens within the tap when there is no pause', () => {
    const move = vi.fn();
    oneTimer().start(0, move);
    expect(move).toHaveBeenCalledOnce();
  });
});
