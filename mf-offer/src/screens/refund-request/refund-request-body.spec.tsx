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

const TOKEN = 'x'.repeat(43);
const unreachable = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
const unknownLink = (): Promise<Response> =>
  Promise.resolve(
    Response.json({ statusCode: 404, code: 'link_unknown', message: 'This link is not valid.' }, { status: 404 }),
  );

let session: CourseSession;
/** The order that was opened last in this browser. */
let current: string;
/** Paths of the POST requests. */
let sent: string[];
/** The response to every POST, if set. */
let refusal: { status: number; code: string } | null;
/** The response to a link's token, and the bodies that were sent with one. */
let exchange: () => Promise<Response>;
let exchanges: string[];

beforeEach(() => {
  [session, current, sent, refusal] = [{ open: false, refund: true }, MINE, [], null];
  [exchange, exchanges] = [unknownLink, []];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.endsWith('/session') && method === 'POST') {
      exchanges.push(String(body));
      return exchange();
    }
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

it('says that the service cannot be reached, and sends the link again on another try', async () => {
  location.hash = `#t=${TOKEN}`;
  exchange = unreachable;
  render(<RefundRequestBody />);
  const again = await screen.findByRole('button', { name: READER_COPY.again });
  expect(screen.getByRole('alert').textContent).toBe(READER_COPY.unreachable);
  exchange = unknownLink;
  fireEvent.click(again);
  await screen.findByText(NEW_LINK_COPY.ended);
  expect(screen.getByRole('button', { name: NEW_LINK_COPY.button })).toBeTruthy();
  expect(exchanges).toEqual(Array(2).fill(JSON.stringify({ token: TOKEN })));
});

it('uses a link that is opened while the page is open', async () => {
  session = { open: false, refund: false };
  render(<RefundRequestBody />);
  await screen.findByText(NEW_LINK_COPY.refund);
  location.hash = `#t=${TOKEN}`;
  await screen.findByText(NEW_LINK_COPY.ended);
  expect(location.hash).toBe('');
  expect(exchanges).toEqual([JSON.stringify({ token: TOKEN })]);
});
