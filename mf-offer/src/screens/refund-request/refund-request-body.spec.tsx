// @vitest-environment jsdom
import type { CourseSession, RefundView } from '@course/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NEW_LINK_COPY, READER_COPY } from '../../flow/reader-copy.ts';
import { REFUND_COPY } from '../../flow/refund-copy.ts';
import { RefundRequestBody } from './refund-request-body.tsx';

const viewOf = (orderNumber: string): RefundView => ({
  status: 'possible',
  orderNumber,
  planTitle: '4-WEEK PLAN',
  amountCents: 2240,
  currency: 'usd',
  paidAt: '2026-05-04T05:00:00.000Z',
  until: '2026-06-03T21:59:59.999Z',
  requestedAt: null,
  refundedAt: null,
});

const MINE = 'K7XM-4PRH';
const OTHER = 'DY6C-2R5P';

let session: CourseSession;
/** The order that was opened last in this browser. */
let current: string;
/** Paths of the POST requests. */
let sent: string[];
/** The response to every POST, if set. */
let refusal: { status: number; code: string } | null;

beforeEach(() => {
  [session, current, sent, refusal] = [{ open: false, refund: true }, MINE, [], null];
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (path.endsWith('/session')) return Promise.resolve(Response.json(session));
    if (method === 'GET') return Promise.resolve(Response.json(viewOf(current)));
    sent.push(path);
    if (refusal) return Promise.resolve(Response.json(refusal, { status: refusal.status }));
    return Promise.resolve(
      path.endsWith(`?order=${current}`)
        ? Response.json({ ...viewOf(current), status: 'requested' })
        : Response.json({ code: 'other_order' }, { status: 409 }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

it('requests a refund only of the order that it shows, never of one that was opened since', async () => {
  render(<RefundRequestBody />);
  await screen.findByText(MINE);
  current = OTHER;
  fireEvent.click(screen.getByRole('button', { name: REFUND_COPY.button }));
  expect((await screen.findByRole('alert')).textContent).toBe(READER_COPY.otherOrder(OTHER));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  expect(screen.queryByText(REFUND_COPY.states.requested.title)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: REFUND_COPY.button }));
  await screen.findByText(REFUND_COPY.states.requested.title);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual([MINE, OTHER].map((order) => `/api/course/refund-request?order=${order}`));
});

it.each([true, undefined])(
  'offers to mail the refund link while a course is open (another order refunded: %s)',
  async (refunded) => {
    session = { open: true, refund: false, ...(refunded && { refunded }) };
    render(<RefundRequestBody />);
    await screen.findByRole('button', { name: REFUND_COPY.mailLink.button });
  },
);

it('sends one request however often the button is pressed, and the button keeps the focus', async () => {
  render(<RefundRequestBody />);
  const button = await screen.findByRole('button', { name: REFUND_COPY.button });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(button);
  expect([document.activeElement === button, button.getAttribute('aria-disabled')]).toEqual([true, 'true']);
  await screen.findByText(REFUND_COPY.states.requested.title);
  expect(sent).toHaveLength(1);
});

it('says that the order was refunded while the page was open, and focuses that message', async () => {
  render(<RefundRequestBody />);
  const button = await screen.findByRole('button', { name: REFUND_COPY.button });
  refusal = { status: 401, code: 'course_refunded' };
  fireEvent.click(button);
  const heading = await screen.findByRole('heading', { name: REFUND_COPY.states.refunded.title });
  expect(document.activeElement).toBe(heading);
});

it('checks again what is open when the refund link can no longer be mailed', async () => {
  session = { open: true, refund: false };
  render(<RefundRequestBody />);
  const button = await screen.findByRole('button', { name: REFUND_COPY.mailLink.button });
  session = { open: false, refund: false };
  refusal = { status: 401, code: 'link_missing' };
  fireEvent.click(button);
  await screen.findByRole('button', { name: NEW_LINK_COPY.button });
});

it('says that the order was refunded when nothing else is open', async () => {
  session = { open: false, refund: false, refunded: true };
  render(<RefundRequestBody />);
  await screen.findByText(REFUND_COPY.states.refunded.title);
});
