// @vitest-environment jsdom
import { OFFER_COPY, SALES_COPY } from '../flow/sales-copy.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useHasPassed } from './countdown.ts';
import { COUNTDOWN_MS } from './offer-end.ts';
import { OfferHeader } from './offer-header.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['the back/forward cache', () => fireEvent.pageShow(window)],
  ['a sleep', () => fireEvent(document, new Event('visibilitychange'))],
])('announces at once that the offer ended during %s, while timers were stopped', (_where, comeBack) => {
  const endsAt = Date.now() + COUNTDOWN_MS;
  const { offer, offerEnded } = SALES_COPY;
  const Offer = () => {
    const hasEnded = useHasPassed(endsAt);
    return <OfferHeader look="limited" text={hasEnded ? offerEnded : offer} endsAt={endsAt} hasEnded={hasEnded} />;
  };
  render(<Offer />);
  expect(screen.getByText(offer)).toBeTruthy();
  vi.setSystemTime(endsAt + 60_000);
  comeBack();
  expect(screen.getByText(offerEnded)).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toBe('00:00');
  expect(screen.getByRole('status').textContent).toBe(OFFER_COPY.countdownEnded);
  expect(vi.getTimerCount()).toBe(0);
});
