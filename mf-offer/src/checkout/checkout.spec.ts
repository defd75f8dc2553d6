import { describe, expect, it } from 'vitest';
import { checkoutReducer, IDLE, isBusy, type Checkout, type CheckoutEvent } from './checkout.ts';
import type { CheckoutModules } from './checkout-modules.ts';

const modules = {} as CheckoutModules;
const request = { plan: '4week', pricing: 'discounted' };
const session = 'session_1_a';
const loading: Checkout = { kind: 'loading', request, session };
const confirming: Checkout = { kind: 'confirming', request, session, modules };
const open: Checkout = { kind: 'open', request, session, clientSecret: 'cs_secret', modules };
const hidden: Checkout = { ...open, kind: 'hidden' };

const after = (...events: CheckoutEvent[]) => events.reduce(checkoutReducer, IDLE);

describe('the checkout', () => {
  it('loads after the click, and opens with the secret', () => {
    expect(after({ kind: 'requested', request, session })).toEqual(loading);
    expect(
      after({ kind: 'requested', request, session }, { kind: 'created', clientSecret: 'cs_secret', modules }),
    ).toEqual(open);
  });

  it('forgets the secret when the modal is closed', () => {
    expect(checkoutReducer(open, { kind: 'closed' })).toEqual(IDLE);
  });

  it('can be reopened after it was closed', () => {
    const again = [
      { kind: 'requested', request, session },
      { kind: 'created', clientSecret: 'cs_secret', modules },
    ] as const;
    expect(after(...again, { kind: 'closed' }, ...again)).toEqual(open);
  });

  it('keeps a form that was hidden, and shows it again for the same choice', () => {
    expect(checkoutReducer(open, { kind: 'dismissed' })).toEqual(hidden);
    expect(
      checkoutReducer(hidden, { kind: 'requested', session, request: { ...request, termsAcceptedAt: 'later' } }),
    ).toEqual(open);
  });

  it.each([
    { plan: '1week', pricing: 'discounted' },
    { plan: '4week', pricing: 'original' },
  ])('loads again for %o', (other) => {
    expect(checkoutReducer(hidden, { kind: 'requested', request: other, session })).toEqual({
      kind: 'loading',
      request: other,
      session,
    });
  });

  it('loads again for another visitor on the device, who must not pay in the previous session', () => {
    const next = { request, session: 'session_2_b' };
    expect(checkoutReducer(hidden, { kind: 'requested', ...next })).toEqual({ kind: 'loading', ...next });
  });

  it('asks a visitor who has already paid, and loads again when they confirm', () => {
    expect(after({ kind: 'requested', request, session }, { kind: 'already-paid', modules })).toEqual(confirming);
    const confirmed = { ...request, again: true };
    expect(checkoutReducer(confirming, { kind: 'requested', request: confirmed, session })).toEqual({
      kind: 'loading',
      request: confirmed,
      session,
    });
    expect(checkoutReducer(confirming, { kind: 'closed' })).toEqual(IDLE);
  });

  it('is idle again when the price has changed, until the next tap', () => {
    expect(after({ kind: 'requested', request, session }, { kind: 'price-changed' })).toEqual(IDLE);
  });

  it.each([loading, confirming, open, hidden])('is idle again when it fails', (checkout) => {
    expect(checkoutReducer(checkout, { kind: 'failed' })).toEqual(IDLE);
  });

  it.each<[string, Checkout, CheckoutEvent]>([
    ['a secret while idle', IDLE, { kind: 'created', clientSecret: 'late', modules }],
    ['a second secret', open, { kind: 'created', clientSecret: 'late', modules }],
    ['a second click', loading, { kind: 'requested', request: { plan: '1week' }, session }],
    ['dismissing what is not open', loading, { kind: 'dismissed' }],
    ['a click behind the modal', open, { kind: 'requested', request, session }],
    ['a late notice of an earlier payment', IDLE, { kind: 'already-paid', modules }],
  ])('ignores %s', (_case, checkout, event) => {
    expect(checkoutReducer(checkout, event)).toBe(checkout);
  });

  it.each([
    [IDLE, false],
    [loading, true],
    [confirming, true],
    [open, true],
    [hidden, false],
  ])('disables the button unless it is idle or hidden (case %#)', (checkout, busy) => {
    expect(isBusy(checkout)).toBe(busy);
  });
});
