import { describe, expect, it } from 'vitest';
import { runElapsed, type Clock } from './elapsed.ts';

/** A clock that the test moves by hand, tick by tick. */
function aClock(): Clock & { tickAt: (now: number) => void; running: boolean } {
  let now = 1_000;
  let onTick = (): void => {};
  const clock = {
    running: false,
    now: () => now,
    every: (_ms: number, tick: () => void) => {
      clock.running = true;
      onTick = tick;
      return () => void (clock.running = false);
    },
    tickAt: (elapsed: number) => {
      now = 1_000 + elapsed;
      onTick();
    },
  };
  return clock;
}

const start = (clock: Clock) => {
  const reported: number[] = [];
  const stop = runElapsed({ tickMs: 50, endMs: 8_000, onElapsed: (elapsed) => reported.push(elapsed) }, clock);
  return { reported, stop };
};

describe('the elapsed time', () => {
  it('starts at 0 and follows the clock', () => {
    const clock = aClock();
    const { reported } = start(clock);
    clock.tickAt(50);
    clock.tickAt(100);
    expect(reported).toEqual([0, 50, 100]);
  });

  it('ends at exactly the end time and only once, however late the tick is', () => {
    const clock = aClock();
    const { reported } = start(clock);
    clock.tickAt(60_000);
    expect(reported).toEqual([0, 8_000]);
    expect(clock.running).toBe(false);
  });

  it('ends on time when ticks were lost', () => {
    const clock = aClock();
    const { reported } = start(clock);
    clock.tickAt(7_999);
    expect(clock.running).toBe(true);
    clock.tickAt(8_000);
    expect(reported).toEqual([0, 7_999, 8_000]);
  });

  it('stops with its screen', () => {
    const clock = aClock();
    start(clock).stop();
    expect(clock.running).toBe(false);
  });
});
