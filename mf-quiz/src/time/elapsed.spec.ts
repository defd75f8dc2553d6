import { describe, expect, it } from 'vitest';
import { runElapsed, type Clock } from './elapsed.ts';

/** A clock that moves when told, with ticks as rare as the test likes. */
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
  const told: number[] = [];
  const stop = runElapsed({ tickMs: 50, endMs: 8_000, onElapsed: (elapsed) => told.push(elapsed) }, clock);
  return { told, stop };
};

describe('the elapsed time', () => {
  it('begins at 0 and follows the clock', () => {
    const clock = aClock();
    const { told } = start(clock);
    clock.tickAt(50);
    clock.tickAt(100);
    expect(told).toEqual([0, 50, 100]);
  });

  it('ends exactly and once, however late the tick comes', () => {
    const clock = aClock();
    const { told } = start(clock);
    clock.tickAt(60_000);
    expect(told).toEqual([0, 8_000]);
    expect(clock.running).toBe(false);
  });

  it('ends on time when ticks were lost', () => {
    const clock = aClock();
    const { told } = start(clock);
    clock.tickAt(7_999);
    expect(clock.running).toBe(true);
    clock.tickAt(8_000);
    expect(told).toEqual([0, 7_999, 8_000]);
  });

  it('stops with its screen', () => {
    const clock = aClock();
    start(clock).stop();
    expect(clock.running).toBe(false);
  });
});
