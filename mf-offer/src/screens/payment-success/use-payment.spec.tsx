// @vitest-environment jsdom
import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePayment } from './use-payment.ts';

const HOUR_MS = 3_600_000;
let status = 'processing';
const respond = async (): Promise<Response> => Response.json({ status });
const fetched = vi.fn(respond);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched.mockReset().mockImplementation(respond));
  status = 'processing';
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const showPage = (persisted: boolean) => fireEvent(window, new PageTransitionEvent('pageshow', { persisted }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it.each([
  ['is shown again', () => fireEvent(document, new Event('visibilitychange'))],
  ['is restored from the back/forward cache', () => showPage(true)],
])('polls at once when the page %s, even long after', async (_how, comeBack) => {
  const { result } = renderHook(() => usePayment('cs_test_1'));
  await pass(HOUR_MS);
  expect(result.current.view).toBe('processing');
  status = 'paid';
  comeBack();
  await pass(0);
  expect(result.current.view).toBe('paid');
});

it('does not treat the first time the page is shown as a return', async () => {
  renderHook(() => usePayment('cs_test_1'));
  await pass(0);
  fetched.mockClear();
  showPage(false);
  await pass(0);
  expect(fetched).not.toHaveBeenCalled();
});

it('polls an unreachable server again only when the visitor returns', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  const { result } = renderHook(() => usePayment('cs_test_1'));
  await pass(HOUR_MS);
  expect(result.current.view).toBe('unknown');
  const polls = fetched.mock.calls.length;
  await pass(HOUR_MS);
  showPage(true);
  await pass(0);
  expect([result.current.view, fetched.mock.calls.length]).toEqual(['unknown', polls + 1]);
  fetched.mockImplementation(async () => Response.json({ status: 'paid' }));
  showPage(true);
  await pass(0);
  expect(result.current.view).toBe('paid');
});

it('does not poll while the page is hidden, and polls at once when it is shown again', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get');
  const setHidden = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden);
    fireEvent(document, new Event('visibilitychange'));
  };
  const { result } = renderHook(() => usePayment('cs_test_1'));
  await pass(0);
  setHidden(true);
  fetched.mockClear();
  await pass(HOUR_MS);
  expect([fetched.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
  status = 'paid';
  setHidden(false);
  await pass(0);
  expect(result.current.view).toBe('paid');
});

it('polls once when it is opened in a hidden tab', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  renderHook(() => usePayment('cs_test_1'));
  await pass(0);
  expect(fetched).toHaveBeenCalled();
  fetched.mockClear();
  await pass(HOUR_MS);
  expect(fetched).not.toHaveBeenCalled();
});

it('stops polling once the page was left', async () => {
  const { unmount } = renderHook(() => usePayment('cs_test_1'));
  await pass(1_000);
  unmount();
  fetched.mockClear();
  showPage(true);
  await pass(HOUR_MS);
  expect(fetched).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
