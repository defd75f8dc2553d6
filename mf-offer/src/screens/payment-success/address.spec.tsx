// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PAYMENT_COPY } from '../../flow/offer-copy.ts';
import { Address } from './address.tsx';

const COPY = PAYMENT_COPY.address;

const fetched = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: COPY.label });

/** Opens the form and enters an address. */
async function enterAddress() {
  const user = userEvent.setup();
  render(
    <Address checkoutId="cs_1" facts={{ maskedEmail: 'a•••@example.com', correctable: true }} onChange={() => {}} />,
  );
  await user.click(button(COPY.wrong));
  // Another spec may have stored an address, which the field then shows.
  await user.clear(field());
  await user.type(field(), 'ada@example.org');
  return user;
}

it('focuses the box when the buyer keeps the address', async () => {
  const user = await enterAddress();
  await user.click(button(COPY.cancel));
  expect(document.activeElement?.contains(button(COPY.wrong))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

it('can be neither sent again nor cancelled while it is being changed', async () => {
  const user = await enterAddress();
  let fail: (error: Error) => void = () => {};
  fetched.mockReturnValue(new Promise((_resolve, reject) => (fail = reject)));
  await user.click(button(COPY.button));
  await user.click(button(COPY.button));
  await user.click(button(COPY.cancel));
  expect(fetched).toHaveBeenCalledOnce();
  expect([field().readOnly, screen.getByRole('status').textContent]).toEqual([true, COPY.sending]);
  fail(new TypeError('Failed to fetch'));
  await screen.findByText(COPY.failed);
  expect(field().readOnly).toBe(false);
});
