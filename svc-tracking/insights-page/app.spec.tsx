/** @vitest-environment jsdom */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from './app.tsx';

/** The service's response about the session. Charts are never answered. */
let session: (method: string) => Response | Promise<Response>;

beforeEach(() =>
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) =>
    address === '/api/insights/session' ? Promise.resolve(session(method)) : new Promise(() => {}),
  ),
);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  location.hash = '';
});

const open = (): Response => new Response(null, { status: 204 });
const unreachable = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
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

test('says that the service cannot be reached, with the token removed from the address, and can try again', async () => {
  location.hash = 'token';
  session = unreachable;
  render(<App />);
  expect((await screen.findByRole('alert')).textContent).toContain('The service cannot be reached.');
  expect(location.hash).toBe('');
  session = (method) => (method === 'POST' ? open() : away());
  press(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Sign out' });
});
