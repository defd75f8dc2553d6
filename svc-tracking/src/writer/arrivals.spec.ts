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

it('wakes when a batch is committed', async () => {
  const waiting = next();
  arrivals.note();
  await waiting;
});

it('resolves at once after an earlier batch, but only once', async () => {
  arrivals.note();
  await next();
  const ended = vi.fn();
  void next().then(ended);
  await new Promise(setImmediate);
  expect(ended).not.toHaveBeenCalled();
});

it('resolves after its timeout, and at the signal', async () => {
  await next(1);
  const waiting = next();
  ending.abort();
  await waiting;
  await next();
});
