import { describe, expect, it } from 'vitest';
import { checkoutReducer, IDLE, isBusy, type Checkout, type CheckoutEvent } from './checkout.ts';
import type { CheckoutModules } from './checkout-modules.ts';

const kit = {} as CheckoutModules;
const request = { plan: '4week', pricing: 'discounted' };
const loading: Checkout = { phase: 'loading', request };
const confirming: Checkout = { phase: 'confirming', request, kit };
const open: Checkout = { phase: 'open', request, clientSecret: 'cs_secret', kit };
const aside: Checkout = { ...open, phase: 'aside' };

const after = (...events: CheckoutEvent[]) => events.reduce(checkoutReducer, IDLE);

describe('the checkout', () => {
  it('loads from the click on, and opens with the secret', () => {
    expect(after({ type: 'asked', request })).toEqual(loading);
    expect(after({ type: 'asked', request }, { type: 'created', clientSecret: 'cs_secret', kit })).toEqual(open);
  });

  it('forgets the secret when the modal is closed', () => {
    expect(checkoutReducer(open, { type: 'closed' })).toEqual(IDLE);
  });

  it('can be opened again after it was closed', () => {
    const again = [
      { type: 'asked', request },
      { type: 'created', clientSecret: 'cs_secret', kit },
    ] as const;
    expect(after(...again, { type: 'closed' }, ...again)).toEqual(open);
  });

  it('keeps the form that is put aside, and shows it again for the same choice', () => {
    expect(checkoutReducer(open, { type: 'put-aside' })).toEqual(aside);
    expect(checkoutReducer(aside, { type: 'asked', request: { ...request, termsAcceptedAt: 'later' } })).toEqual(open);
  });

  it.each([
    { plan: '1week', pricing: 'discounted' },
    { plan: '4week', pricing: 'original' },
  ])('loads anew for %o', (other) => {
    expect(checkoutReducer(aside, { type: 'asked', request: other })).toEqual({ phase: 'loading', request: other });
  });

  it('asks a visitor who has paid, and loads again when they confirm', () => {
    expect(after({ type: 'asked', request }, { type: 'already-paid', kit })).toEqual(confirming);
    const confirmed = { ...request, again: true };
    expect(checkoutReducer(confirming, { type: 'asked', request: confirmed })).toEqual({
      phase: 'loading',
      request: confirmed,
    });
    expect(checkoutReducer(confirming, { type: 'closed' })).toEqual(IDLE);
  });

  it('is idle again when the price turned out to be another one: nothing is on its way without another tap', () => {
    expect(after({ type: 'asked', request }, { type: 'price-changed' })).toEqual(IDLE);
  });

  it.each([loading, confirming, open, aside])('is idle again when it fails', (checkout) => {
    expect(checkoutReducer(checkout, { type: 'failed' })).toEqual(IDLE);
  });

  it.each<[string, Checkout, CheckoutEvent]>([
    ['a secret that nobody waits for', IDLE, { type: 'created', clientSecret: 'late', kit }],
    ['a second secret', open, { type: 'created', clientSecret: 'late', kit }],
    ['a second click', loading, { type: 'asked', request: { plan: '1week' } }],
    ['putting aside what is not open', loading, { type: 'put-aside' }],
    ['a click behind the modal', open, { type: 'asked', request }],
    ['a late word of an earlier payment', IDLE, { type: 'already-paid', kit }],
  ])('does not mind %s', (_case, checkout, event) => {
    expect(checkoutReducer(checkout, event)).toBe(checkout);
  });

  it.each([
    [IDLE, false],
    [loading, true],
    [confirming, true],
    [open, true],
    [aside, false],
  ])('keeps the button disabled unless idle', (checkout, busy) => {
    expect(isBusy(checkout)).toBe(busy);
  });
});
