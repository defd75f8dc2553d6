import { expect, it } from 'vitest';
import { evenDelays } from './throttle.ts';

const aThrottle = (perMinute: number) => {
  let now = 0;
  const wait = evenDelays(perMinute, () => now);
  return { wait, pass: (ms: number) => void (now += ms) };
};

it('lets the first call go at once and spaces the others evenly', () => {
  const { wait } = aThrottle(1200);
  expect(Array.from({ length: 4 }, wait)).toEqual([0, 50, 100, 150]);
});

it('takes elapsed time into account', () => {
  const { wait, pass } = aThrottle(1200);
  wait();
  pass(30);
  expect(wait()).toBe(20);
});

it('does not save up idle time', () => {
  const { wait, pass } = aThrottle(1200);
  wait();
  pass(60_000);
  expect(Array.from({ length: 3 }, wait)).toEqual([0, 50, 100]);
});

it('never exceeds the rate per minute', () => {
  const { wait, pass } = aThrottle(1000);
  let passed = 0;
  for (let now = 0; now < 60_000; passed += 1) {
    const ms = wait();
    pass(ms);
    now += ms;
  }
  expect(passed).toBeLessThanOrEqual(1001);
});
