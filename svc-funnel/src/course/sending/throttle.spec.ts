import { expect, it } from 'vitest';
import { evenly } from './throttle.ts';

const at = (perMinute: number) => {
  let now = 0;
  const wait = evenly(perMinute, () => now);
  return { wait, pass: (ms: number) => void (now += ms) };
};

it('lets the first go at once and the others one after the other', () => {
  const { wait } = at(1200);
  expect(Array.from({ length: 4 }, wait)).toEqual([0, 50, 100, 150]);
});

it('counts the time that has passed', () => {
  const { wait, pass } = at(1200);
  wait();
  pass(30);
  expect(wait()).toBe(20);
});

it('does not save up the time in which nobody asked', () => {
  const { wait, pass } = at(1200);
  wait();
  pass(60_000);
  expect(Array.from({ length: 3 }, wait)).toEqual([0, 50, 100]);
});

it('lets no more go in a minute than it was told', () => {
  const { wait, pass } = at(1000);
  let gone = 0;
  for (let now = 0; now < 60_000; gone += 1) {
    const ms = wait();
    pass(ms);
    now += ms;
  }
  expect(gone).toBeLessThanOrEqual(1001);
});
