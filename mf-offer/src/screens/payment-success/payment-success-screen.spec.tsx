// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PAYMENT_COPY } from '../../flow/offer-copy.ts';
import { stepOf } from '../../flow/paths.ts';
import { PaymentSuccessScreen } from './payment-success-screen.tsx';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('moves the focus to the title when the visitor checks again, which removes the button', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'processing' }));
  render(
    <MemoryRouter initialEntries={['/payment-success?session_id=cs_test_1']}>
      <PaymentSuccessScreen step={stepOf('payment-success')} />
    </MemoryRouter>,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  const button = await screen.findByRole('button', { name: PAYMENT_COPY.lookAgain });
  button.focus();
  fireEvent.click(button);
  expect(button.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
