// @vitest-environment jsdom
import type { Unsubscribed } from '@course/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UNSUBSCRIBE_COPY } from '../../flow/unsubscribe-copy.ts';
import { UnsubscribeBody } from './unsubscribe-body.tsx';

const LEFT: Unsubscribed = {
  status: 'unsubscribed',
  orderNumber: 'K7XM-4PRH',
  planTitle: '4-WEEK PLAN',
  resumeUntil: null,
};

beforeEach(() => {
  location.hash = `#t=${'A'.repeat(43)}`;
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(LEFT)));
});
afterEach(() => vi.unstubAllGlobals());

it('names the order whose lessons it stopped, and promises nothing of another', async () => {
  render(
    <MemoryRouter>
      <UnsubscribeBody />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: UNSUBSCRIBE_COPY.button }));
  const result = (await screen.findByRole('heading', { name: UNSUBSCRIBE_COPY.stopped.title })).parentElement;
  expect(result?.textContent).toContain('No lesson of your 4-week plan follows (order K7XM-4PRH).');
  expect(result?.textContent).toContain(UNSUBSCRIBE_COPY.ended);
  expect(result?.textContent).toContain('Another course of yours, if you have one, goes on');
});
