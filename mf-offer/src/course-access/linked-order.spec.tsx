// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { READER_COPY } from '../flow/reader-copy.ts';
import { LinkedOrder, type LinkedOrderView } from './linked-order.tsx';

const CALLS = { view: '/api/view', act: '/api/act' } as const;
const COPY = { noLink: 'Use the link.', unknown: 'Not valid.' };

const Shown = ({ view, act }: LinkedOrderView<{ readonly status: string }>) => (
  <button onClick={act}>{view.status}</button>
);

/** The service's response from now on; null if it cannot be reached. */
let response: { readonly status: number; readonly body: object } | null;
let sent: string[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push(`${path} ${String(body)}`);
    if (response === null) throw new TypeError('Failed to fetch');
    return Response.json(response.body, { status: response.status });
  });
  window.__linkToken = 'token';
});
afterEach(() => {
  delete window.__linkToken;
  vi.unstubAllGlobals();
});

const open = () =>
  render(
    <LinkedOrder<{ readonly status: string }> calls={CALLS} copy={COPY}>
      {(order) => <Shown {...order} />}
    </LinkedOrder>,
  );

it('asks the reader to use the link when the page was opened without one', async () => {
  delete window.__linkToken;
  open();
  expect((await screen.findByText(COPY.noLink)).getAttribute('role')).toBe('status');
  expect(sent).toEqual([]);
});

it('says that an unknown link is not valid', async () => {
  response = { status: 404, body: {} };
  open();
  expect((await screen.findByRole('alert')).textContent).toBe(COPY.unknown);
});

it('shows the order once the service can be reached, and the outcome of acting on it', async () => {
  response = null;
  open();
  const again = await screen.findByRole('button', { name: READER_COPY.again });
  response = { status: 200, body: { status: 'possible' } };
  await userEvent.click(again);
  const order = await screen.findByRole('button', { name: 'possible' });
  response = { status: 200, body: { status: 'undone' } };
  await userEvent.click(order);
  await screen.findByRole('button', { name: 'undone' });
  expect(sent.slice(-2)).toEqual(['/api/view {"token":"token"}', '/api/act {"token":"token"}']);
});
