// @vitest-environment jsdom
import type { Countdown } from '@course/funnel';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COUNTDOWN_MS, usePromoEnd } from './offer-end.ts';

const KEY = 'sales002_timer_start_v2';
const NOW = 1_700_000_000_000;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** Renders the hook. Returns the end of each render, with the start that was stored by then. */
function visit(sales002Countdown: Countdown = { mode: 'evergreen' }) {
  const config = { sales002Countdown };
  const renders: { readonly end: number | undefined; readonly stored: string | null }[] = [];
  const { rerender } = renderHook(() => {
    renders.push({ end: usePromoEnd(config), stored: localStorage.getItem(KEY) });
  });
  vi.advanceTimersByTime(60_000);
  rerender();
  return renders;
}

it('starts with the first render, and stores the start verbatim in milliseconds once the page is shown', () => {
  const renders = visit();
  expect(renders.at(0)).toEqual({ end: NOW + COUNTDOWN_MS, stored: null });
  expect(renders.at(-1)).toEqual({ end: NOW + COUNTDOWN_MS, stored: '1700000000000' });
});

it('continues after a reload', () => {
  const stored = String(NOW - 60_000);
  localStorage.setItem(KEY, stored);
  expect(visit().at(-1)).toEqual({ end: NOW - 60_000 + COUNTDOWN_MS, stored });
});

it('replaces a stored start that is not a time', () => {
  localStorage.setItem(KEY, 'soon');
  expect(visit().at(-1)).toEqual({ end: NOW + COUNTDOWN_MS, stored: String(NOW) });
});

it('stores nothing if there is a real deadline', () => {
  const endsAt = '2026-12-01T00:00:00Z';
  expect(visit({ mode: 'deadline', endsAt }).at(-1)).toEqual({ end: Date.parse(endsAt), stored: null });
});
