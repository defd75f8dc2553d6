// @vitest-environment jsdom
import type { Unsubscribed } from '@course/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { UNSUBSCRIBE_COPY } from '../../flow/unsubscribe-copy.ts';
import { UnsubscribeBody } from './unsubscribe-body.tsx';
import { unsubscribeLink } from './unsubscribe-link.ts';

const TOKEN = 'A'.repeat(43);

const UNSUBSCRIBED: Unsubscribed = {
  status: 'unsubscribed',
  orderNumber: 'K7XM-4PRH',
  planTitle: '4-WEEK PLAN',
  resumeUntil: null,
};

/** Paths of the requests so far. */
let sent: string[];
let respond: () => Promise<Response>;

beforeEach(() => {
  location.hash = `#t=${TOKEN}`;
  [sent, respond] = [[], () => Promise.resolve(Response.json(UNSUBSCRIBED))];
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(`${method} ${path}`);
    return respond();
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = () =>
  render(
    <MemoryRouter>
      <UnsubscribeBody />
    </MemoryRouter>,
  );
const press = () => fireEvent.click(screen.getByRole('button', { name: UNSUBSCRIBE_COPY.button }));

it('sends nothing before its button is pressed, and removes the token from the address', async () => {
  open();
  expect(screen.getByRole('button', { name: UNSUBSCRIBE_COPY.button })).toBeTruthy();
  expect(location.href).not.toContain(TOKEN);
  expect(sent).toEqual([]);
  press();
  await screen.findByRole('heading', { name: UNSUBSCRIBE_COPY.stopped.title });
  expect(sent).toEqual([`POST /api/unsubscribe/${TOKEN}`]);
});

const refusal = (status: number, code: string) => () =>
  Promise.resolve(Response.json({ statusCode: status, code, message: 'No.' }, { status }));

it.each([
  ['an unknown link', refusal(404, 'link_unknown'), UNSUBSCRIBE_COPY.unknown],
  ['a link cut short', refusal(400, 'invalid_path'), UNSUBSCRIBE_COPY.unknown],
  ['many tries', refusal(429, 'rate_limited'), READER_COPY.rateLimited],
  ['a server error', refusal(500, 'internal'), READER_COPY.failed],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), READER_COPY.failed],
])('after %s says what to do, and can be pressed again', async (_case, failure, text) => {
  respond = failure;
  open();
  press();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  respond = () => Promise.resolve(Response.json(UNSUBSCRIBED));
  press();
  await screen.findByRole('heading', { name: UNSUBSCRIBE_COPY.stopped.title });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual(Array(2).fill(`POST /api/unsubscribe/${TOKEN}`));
});

it('has no button without a link, and says which link to use', () => {
  history.replaceState(null, '', location.pathname);
  open();
  expect(screen.getByRole('status').textContent).toBe(UNSUBSCRIBE_COPY.noLink);
  expect(screen.queryByRole('button')).toBeNull();
});

it('names the order whose lessons it stopped, and says that other courses continue', async () => {
  open();
  press();
  const result = (await screen.findByRole('heading', { name: UNSUBSCRIBE_COPY.stopped.title })).parentElement;
  expect(result?.textContent).toContain('You get no more lessons of your 4-week plan (order K7XM-4PRH).');
  expect(result?.textContent).toContain('Another course of yours, if you have one, goes on');
});

it.each([
  [
    'with the date until which that is possible',
    '2026-05-18T05:00:00.000Z',
    ['Changed your mind?', UNSUBSCRIBE_COPY.resume],
  ],
  ['not if the course has ended anyway', null, [undefined, undefined]],
])('offers to restart the emails: %s', async (_case, resumeUntil, offered) => {
  respond = () => Promise.resolve(Response.json({ ...UNSUBSCRIBED, resumeUntil }));
  open();
  press();
  await screen.findByRole('heading', { name: UNSUBSCRIBE_COPY.stopped.title });
  const words = screen.queryByText(/^Changed your mind\?/)?.textContent.slice(0, 'Changed your mind?'.length);
  expect([words, screen.queryByRole('button')?.textContent]).toEqual(offered);
});

it('starts over when the same link is opened again, and ignores other fragments', async () => {
  open();
  press();
  await screen.findByRole('heading', { name: UNSUBSCRIBE_COPY.stopped.title });
  location.hash = '#top';
  await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
  expect(screen.queryByRole('heading', { name: UNSUBSCRIBE_COPY.stopped.title })).toBeTruthy();
  location.hash = `#t=${TOKEN}`;
  await screen.findByRole('button', { name: UNSUBSCRIBE_COPY.button });
  expect(screen.queryByRole('heading')).toBeNull();
});

it.each<[string, string, string | null, boolean]>([
  [`${TOKEN}.${'B'.repeat(43)}`, TOKEN, 'B'.repeat(43), false],
  [`${TOKEN}.${'B'.repeat(43)}.stopped`, TOKEN, 'B'.repeat(43), true],
  [TOKEN, TOKEN, null, false],
  [`${TOKEN}.`, TOKEN, null, false],
  ['', '', null, false],
])('parses the tokens and the state in "%s"', (fragment, unsubscribeToken, courseToken, hasStopped) => {
  expect(unsubscribeLink(fragment)).toEqual({ unsubscribeToken, courseToken, hasStopped });
});
