// @vitest-environment jsdom
import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePayment } from './use-payment.ts';

const HOUR_MS = 3_600_000;
let status = 'processing';
const fetched = vi.fn(async () => Response.json({ status }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched.mockClear());
  status = 'processing';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it.each([
  ['is shown again', () => fireEvent(document, new Event('visibilitychange'))],
  ['comes from the back/forward cache', () => fireEvent.pageShow(window)],
])('looks again at once when the page %s, also long after', async (_how, comeBack) => {
  const { result } = renderHook(() => usePayment('cs_test_1'));
  await pass(HOUR_MS);
  expect(result.current.view).toBe('processing');
  status = 'paid';
  comeBack();
  await pass(0);
  expect(result.current.view).toBe('paid');
});

it('asks no more once the page has gone', async () => {
  const { unmount } = renderHook(() => usePayment('cs_test_1'));
  await pass(1_000);
  unmount();
  fetched.mockClear();
  fireEvent.pageShow(window);
  await pass(HOUR_MS);
  expect(fetched).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
