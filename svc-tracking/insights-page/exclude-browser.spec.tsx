/** @vitest-environment jsdom */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnClosed } from './data/use-chart.ts';
import { ExcludeBrowser } from './exclude-browser.tsx';

const fetched = vi.fn<typeof fetch>();
const onClosed = vi.fn();

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  render(
    <OnClosed value={onClosed}>
      <ExcludeBrowser />
    </OnClosed>,
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  fetched.mockReset();
  onClosed.mockReset();
});

const tap = (): void => void fireEvent.click(screen.getByRole('switch'));
const refused = (status: number, code: string): Response => Response.json({ code, message: code }, { status });

test('sends one request however quickly it is tapped again', () => {
  fetched.mockReturnValue(new Promise(() => {}));
  tap();
  tap();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('says why the mark could not be changed, until it can', async () => {
  fetched.mockResolvedValueOnce(refused(429, 'rate_limited'));
  tap();
  expect((await screen.findByRole('alert')).textContent).toBe('rate_limited');
  expect(onClosed).not.toHaveBeenCalled();
  fetched.mockResolvedValueOnce(new Response(null, { status: 204 }));
  tap();
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('closes the page if the session has ended', async () => {
  fetched.mockResolvedValueOnce(refused(401, 'insights_closed'));
  tap();
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalledTimes(1));
});
