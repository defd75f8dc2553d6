import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Arrivals } from './arrivals.ts';

let arrivals: Arrivals;
let ending: AbortController;
beforeEach(() => {
  arrivals = new Arrivals();
  ending = new AbortController();
});
afterEach(() => ending.abort());

/** Longer than any test may take. */
const LONG_MS = 3_600_000;
const next = (ms = LONG_MS): Promise<void> => arrivals.next(ms, ending.signal);

it('ends a rest with what comes during it', async () => {
  const resting = next();
  arrivals.note();
  await resting;
});

it('lets nobody rest after what came before, once', async () => {
  arrivals.note();
  await next();
  const ended = vi.fn();
  void next().then(ended);
  await new Promise(setImmediate);
  expect(ended).not.toHaveBeenCalled();
});

it('ends a rest in time, and at the signal', async () => {
  await next(1);
  const resting = next();
  ending.abort();
  await resting;
  await next();
});
