/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveCard } from './live-card.tsx';

const REFRESH_MS = 5000;

/** Requests without a response yet, oldest first. */
let open: ((response: Response) => void)[];
let signals: (AbortSignal | null | undefined)[];

beforeEach(() => {
  vi.useFakeTimers();
  open = [];
  signals = [];
  vi.stubGlobal('fetch', (_address: string, init?: RequestInit) => {
    signals.push(init?.signal);
    return new Promise<Response>((resolve) => void open.push(resolve));
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refuse = (): Promise<void> =>
  act(async () => {
    open.shift()?.(Response.json({ code: 'store_unavailable', message: 'Away.' }, { status: 503 }));
    await vi.advanceTimersByTimeAsync(1);
  });
const respond = (): Promise<void> =>
  act(async () => {
    open.shift()?.(Response.json({ sql: 'select 1;', rows: [{ page_path: '/q7', visitors: 3 }] }));
    await vi.advanceTimersByTimeAsync(1);
  });
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const button = (): HTMLElement => screen.getByRole('button');

test('shows that it tries again when it is asked to, and does so once', async () => {
  render(<LiveCard />);
  await refuse();
  fireEvent.click(button());
  expect(button().textContent).toBe('Trying again…');
  fireEvent.click(button());
  expect(signals).toHaveLength(2);
  await refuse();
  expect(button().textContent).toBe('Try again');
});

test('takes a refresh that is running for the attempt, and does not announce refreshes', async () => {
  render(<LiveCard />);
  await refuse();
  await pass(REFRESH_MS);
  expect([signals.length, button().textContent]).toEqual([2, 'Try again']);
  fireEvent.click(button());
  expect(button().textContent).toBe('Trying again…');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
});

test('refreshes 5 s after each response, but not while the page is hidden', async () => {
  render(<LiveCard />);
  await respond();
  await pass(REFRESH_MS);
  expect(signals).toHaveLength(2);
  await respond();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  await pass(60_000);
  expect(signals).toHaveLength(2);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  fireEvent(document, new Event('visibilitychange'));
  expect(signals).toHaveLength(3);
});

test('shows the visitors even when the response takes longer than 5 s', async () => {
  render(<LiveCard />);
  await pass(7_000);
  expect(signals).toHaveLength(1);
  await respond();
  screen.getByText('/q7', { selector: '.name' });
});

test('keeps the last visitors when a refresh fails, and says so only once', async () => {
  const { container } = render(<LiveCard />);
  await respond();
  await pass(REFRESH_MS);
  await refuse();
  const alert = screen.getByRole('alert');
  for (const requests of [3, 4]) {
    await pass(REFRESH_MS);
    expect(signals).toHaveLength(requests);
    await refuse();
  }
  expect(screen.getByRole('alert')).toBe(alert);
  screen.getByText('/q7', { selector: '.name' });
  expect(container.querySelector('.live-count')?.textContent).toBe('3 now');
});
