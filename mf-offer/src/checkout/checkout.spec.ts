import { describe, expect, it } from 'vitest';
import { checkoutReducer, IDLE, isBusy, type Checkout, type CheckoutEvent } from './checkout.ts';
import type { CheckoutModules } from './checkout-modules.ts';

const modules = {} as CheckoutModules;
const request = { plan: '4week', pricing: 'discounted' };
const session = 'session_1_a';
const loading: Checkout = { kind: 'loading', request, session };
const confirming: Checkout = { kind: 'confirming', request, session, modules };
const open: Checkout = { kind: 'open', request, session, clientSecret: 'cs_secret', modules };
const aside: Checkout = { ...open, kind: 'aside' };

const after = (...events: CheckoutEvent[]) => events.reduce(checkoutReducer, IDLE);

describe('the checkout', () => {
  it('loads from the click on, and opens with the secret', () => {
    expect(after({ kind: 'asked', request, session })).toEqual(loading);
    expect(after({ kind: 'asked', request, session }, { kind: 'created', clientSecret: 'cs_secret', modules })).toEqual(
      open,
    );
  });

  it('forgets the secret when the modal is closed', () => {
    expect(checkoutReducer(open, { kind: 'closed' })).toEqual(IDLE);
  });

  it('can be opened again after it was closed', () => {
    const again = [
      { kind: 'asked', request, session },
      { kind: 'created', clientSecret: 'cs_secret', modules },
    ] as const;
    expect(after(...again, { kind: 'closed' }, ...again)).toEqual(open);
  });

  it('keeps the form that is put aside, and shows it again for the same choice', () => {
    expect(checkoutReducer(open, { kind: 'put-aside' })).toEqual(aside);
    expect(
      checkoutReducer(aside, { kind: 'asked', session, request: { ...request, termsAcceptedAt: 'later' } }),
    ).toEqual(open);
  });

  it.each([
    { plan: '1week', pricing: 'discounted' },
    { plan: '4week', pricing: 'original' },
  ])('loads anew for %o', (other) => {
    expect(checkoutReducer(aside, { kind: 'asked', request: other, session })).toEqual({
      kind: 'loading',
      request: other,
      session,
    });
  });

  it('loads anew for another visitor of the device, who must not pay in the session before', () => {
    const next = { request, session: 'session_2_b' };
    expect(checkoutReducer(aside, { kind: 'asked', ...next })).toEqual({ kind: 'loading', ...next });
  });

  it('asks a visitor who has paid, and loads again when they confirm', () => {
    expect(after({ kind: 'asked', request, session }, { kind: 'already-paid', modules })).toEqual(confirming);
    const confirmed = { ...request, again: true };
    expect(checkoutReducer(confirming, { kind: 'asked', request: confirmed, session })).toEqual({
      kind: 'loading',
      request: confirmed,
      session,
    });
    expect(checkoutReducer(confirming, { kind: 'closed' })).toEqual(IDLE);
  });

  it('is idle again when the price turned out to be another one: nothing is on its way without another tap', () => {
    expect(after({ kind: 'asked', request, session }, { kind: 'price-changed' })).toEqual(IDLE);
  });

  it.each([loading, confirming, open, aside])('is idle again when it fails', (checkout) => {
    expect(checkoutReducer(checkout, { kind: 'failed' })).toEqual(IDLE);
  });

  it.each<[string, Checkout, CheckoutEvent]>([
    ['a secret that nobody waits for', IDLE, { kind: 'created', clientSecret: 'late', modules }],
    ['a second secret', open, { kind: 'created', clientSecret: 'late', modules }],
    ['a second click', loading, { kind: 'asked', request: { plan: '1week' }, session }],
    ['putting aside what is not open', loading, { kind: 'put-aside' }],
    ['a click behind the modal', open, { kind: 'asked', request, session }],
    ['a late word of an earlier payment', IDLE, { kind: 'already-paid', modules }],
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
