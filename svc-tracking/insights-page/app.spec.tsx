/** @vitest-environment jsdom */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from './app.tsx';

/** The service's response about the session. Charts are never answered. */
let session: (method: string) => Response;

beforeEach(() =>
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) =>
    address === '/api/insights/session' ? Promise.resolve(session(method)) : new Promise(() => {}),
  ),
);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (): Response => new Response(null, { status: 204 });
const away = (): Response => Response.json({ code: 'store_unavailable', message: 'Away.' }, { status: 503 });

const press = (button: HTMLElement): void => {
  button.focus();
  fireEvent.click(button);
};
const hasFocus = (title: string): Promise<void> =>
  waitFor(() => expect([document.activeElement?.tagName, document.activeElement?.textContent]).toEqual(['H1', title]));

test('moves the focus to the title of what replaces a control that was pressed', async () => {
  session = away;
  render(<App />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(document.activeElement).toBe(document.body);
  session = open;
  press(retry);
  expect(document.activeElement).toBe(screen.getByText('Opening the insights'));
  const signOut = await screen.findByRole('button', { name: 'Sign out' });
  await hasFocus('Insights');
  press(signOut);
  expect(document.activeElement).toBe(screen.getByText('Signing out'));
  await screen.findByText(/You are signed out/);
  await hasFocus('Insights');
});
