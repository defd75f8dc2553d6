// @vitest-environment jsdom
import type { Unsubscribed } from '@course/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

beforeEach(() => {
  location.hash = `#t=${TOKEN}`;
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(UNSUBSCRIBED)));
});
afterEach(() => vi.unstubAllGlobals());

it('names the order whose lessons it stopped, and says that other courses continue', async () => {
  render(
    <MemoryRouter>
      <UnsubscribeBody />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: UNSUBSCRIBE_COPY.button }));
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
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...UNSUBSCRIBED, resumeUntil })));
  render(
    <MemoryRouter>
      <UnsubscribeBody />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: UNSUBSCRIBE_COPY.button }));
  await screen.findByRole('heading', { name: UNSUBSCRIBE_COPY.stopped.title });
  const words = screen.queryByText(/^Changed your mind\?/)?.textContent.slice(0, 'Changed your mind?'.length);
  expect([words, screen.queryByRole('button')?.textContent]).toEqual(offered);
});

it('starts over when the same link is opened again, and ignores other fragments', async () => {
  render(
    <MemoryRouter>
      <UnsubscribeBody />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: UNSUBSCRIBE_COPY.button }));
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
