// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rowOf, WITHDRAW_LABEL } from '@course/funnel';
import { STEPS } from '../flow/steps.ts';
import { WITHDRAWAL_COPY } from '../flow/withdrawal-copy.ts';
import { WithdrawalScreen } from './withdrawal-screen.tsx';

const { review, sent, problems } = WITHDRAWAL_COPY;
const RECEIVED_AT = '2026-11-22T10:00:00.000Z';
const accepted = () => new Response(JSON.stringify({ accepted: true, receivedAt: RECEIVED_AT }), { status: 202 });
const refused = (status: number) =>
  new Response(JSON.stringify({ statusCode: status, code: 'x', message: 'x' }), { status });

const fetched = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const button = (name: string) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(name) });

/** Renders the screen and goes to its review step by keyboard alone, with a name and an order number. */
async function renderReview() {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <WithdrawalScreen step={rowOf(STEPS, 'withdrawal')} />
    </MemoryRouter>,
  );
  await user.click(field(WITHDRAWAL_COPY.name));
  await user.keyboard('  Ada Lovelace {Tab}k7xm 4prh{Enter}');
  await screen.findByRole('heading', { name: review.title });
  return user;
}

it('shows the declaration before anything is sent, and moves the focus to it', async () => {
  await renderReview();
  expect(screen.getByText(/^I, Ada Lovelace, hereby withdraw .*: k7xm 4prh\.$/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: review.title }));
  expect(fetched).not.toHaveBeenCalled();
});

it('sends the declaration once, however often the button is pressed, and shows when it was received', async () => {
  const user = await renderReview();
  let respond: (response: Response) => void = () => undefined;
  fetched.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  await user.dblClick(button(review.confirm));
  await user.click(button(review.sending));
  respond(accepted());
  await screen.findByRole('heading', { name: sent.title });
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({
    name: 'Ada Lovelace',
    reference: 'k7xm 4prh',
  });
  expect(screen.getByText(/^Received on November 22, 2026/).getAttribute('datetime')).toBe(RECEIVED_AT);
});

it.each([
  ['the network is down', () => Promise.reject(new TypeError('failed')), problems.offline],
  ['the server is unavailable', () => Promise.resolve(refused(503)), problems.offline],
  ['there were too many requests', () => Promise.resolve(refused(429)), problems.busy],
  ['the declaration is refused', () => Promise.resolve(refused(400)), problems.refused],
])('says what to do when %s, and sends again on the next press', async (_when, fail, words) => {
  const user = await renderReview();
  fetched.mockImplementationOnce(fail);
  await user.click(button(review.confirm));
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  fetched.mockResolvedValueOnce(accepted());
  await user.click(button(review.confirm));
  await screen.findByRole('heading', { name: sent.title });
});

it('keeps what was typed and focuses the first field when the visitor goes back to change something', async () => {
  const user = await renderReview();
  await user.click(button(review.change));
  expect([field(WITHDRAWAL_COPY.name).value, field(WITHDRAWAL_COPY.reference).value]).toEqual([
    'Ada Lovelace',
    'k7xm 4prh',
  ]);
  expect(document.activeElement).toBe(field(WITHDRAWAL_COPY.name));
});

it('focuses the first field when the visitor enters another declaration', async () => {
  const user = await renderReview();
  fetched.mockResolvedValueOnce(accepted());
  await user.click(button(review.confirm));
  await user.click(await screen.findByRole('button', { name: sent.again }));
  expect(document.activeElement).toBe(field(WITHDRAWAL_COPY.name));
});

it('does not continue with a blank name, and says so', async () => {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <WithdrawalScreen step={rowOf(STEPS, 'withdrawal')} />
    </MemoryRouter>,
  );
  const reported = vi.fn();
  field(WITHDRAWAL_COPY.name).addEventListener('invalid', reported);
  await user.type(field(WITHDRAWAL_COPY.name), '   ');
  await user.type(field(WITHDRAWAL_COPY.reference), 'K7XM-4PRH{Enter}');
  expect(screen.queryByRole('heading', { name: review.title })).toBeNull();
  expect(reported).toHaveBeenCalledOnce();
  expect(field(WITHDRAWAL_COPY.name).validity.valueMissing).toBe(true);
});

it('does not link to itself', () => {
  render(
    <MemoryRouter>
      <WithdrawalScreen step={rowOf(STEPS, 'withdrawal')} />
    </MemoryRouter>,
  );
  expect(screen.queryByRole('link', { name: WITHDRAW_LABEL })).toBeNull();
});
