import { describe, expect, it } from 'vitest';
import { type CheckoutUpdateKind, checkoutUpdateOf, providerSession } from './checkout-update.ts';
import { type ProviderEvent, translate } from './payment-event.ts';

const checkoutId = '5a3c6e0e-2c8f-4f6c-9a0e-0d7a4b2f6f11';
const object = {
  id: 'cs_test_1',
  livemode: false,
  amount_total: 2240,
  currency: 'USD',
  customer_details: { email: 'form@example.com' },
  metadata: { checkout_id: checkoutId },
  payment_intent: 'pi_1',
};
const session = (fields: Record<string, unknown>) => providerSession.parse({ ...object, ...fields });

const kinds: [string, Record<string, unknown>, string | undefined, CheckoutUpdateKind][] = [
  ['paid at once', { status: 'complete', payment_status: 'paid' }, 'checkout.session.completed', 'paid'],
  [
    'completed, payment pending',
    { status: 'complete', payment_status: 'unpaid' },
    'checkout.session.completed',
    'processing',
  ],
  [
    'delayed payment that arrived',
    { status: 'complete', payment_status: 'paid' },
    'checkout.session.async_payment_succeeded',
    'paid',
  ],
  [
    'delayed payment that failed',
    { status: 'complete', payment_status: 'unpaid' },
    'checkout.session.async_payment_failed',
    'failed',
  ],
  [
    'delayed payment that failed, found by a look-up',
    { status: 'complete', payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'requires_payment_method' } },
    undefined,
    'failed',
  ],
  [
    'canceled, found by a look-up',
    { status: 'complete', payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'canceled' } },
    undefined,
    'failed',
  ],
  [
    'pending, found by a look-up',
    { status: 'complete', payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'processing' } },
    undefined,
    'processing',
  ],
  ['expired', { status: 'expired', payment_status: 'unpaid' }, 'checkout.session.expired', 'expired'],
  ['open', { status: 'open', payment_status: 'unpaid' }, undefined, 'open'],
  [
    'nothing to pay, which does not occur',
    { status: 'complete', payment_status: 'no_payment_required' },
    undefined,
    'processing',
  ],
  ['an unknown state', { status: 'suspended', payment_status: 'maybe' }, undefined, 'open'],
  ['no state at all', {}, undefined, 'open'],
];

describe('the update of a provider session', () => {
  it.each(kinds)('%s', (_, fields, eventType, kind) => {
    expect(checkoutUpdateOf(session(fields), eventType).kind).toBe(kind);
  });

  it('contains what has to match our checkout', () => {
    const expected = {
      providerSessionId: 'cs_test_1',
      checkoutId,
      livemode: false,
      amountCents: 2240,
      currency: 'usd',
      formEmail: 'form@example.com',
      prefilledEmail: null,
      paymentId: 'pi_1',
    };
    expect(checkoutUpdateOf(session({ status: 'open' }))).toEqual({ kind: 'open', ...expected });
  });

  it.each([[null], [{}], [{ checkout_id: 'order-17' }], [{ checkout_id: '' }]])(
    'finds no checkout of ours in metadata %o',
    (metadata) => {
      expect(checkoutUpdateOf(session({ metadata })).checkoutId).toBeNull();
    },
  );
});

describe('translation of an event', () => {
  const event = (fields: Partial<ProviderEvent>): ProviderEvent => ({
    id: 'evt_1',
    type: 'checkout.session.completed',
    livemode: false,
    created: 1,
    data: { object },
    ...fields,
  });

  it('ignores types that are not handled', () => {
    expect(translate(event({ type: 'invoice.paid' }))).toEqual({ kind: 'none' });
  });

  it('does not guess at a session it cannot read', () => {
    expect(translate(event({ data: { object: { id: 7 } } }))).toEqual({ kind: 'unreadable' });
  });

  it('takes the mode from the signed envelope', () => {
    expect(translate(event({ livemode: true }))).toMatchObject({ kind: 'checkout', update: { livemode: true } });
  });

  const charge = {
    id: 'ch_1',
    livemode: false,
    amount: 2240,
    amount_refunded: 500,
    currency: 'USD',
    payment_intent: 'pi_1',
  };
  const dispute = {
    id: 'du_1',
    livemode: false,
    amount: 2240,
    currency: 'usd',
    payment_intent: { id: 'pi_1' },
    status: 'needs_response',
  };

  it('reads a refund', () => {
    expect(translate(event({ type: 'charge.refunded', created: 1000, data: { object: charge } }))).toEqual({
      kind: 'payment',
      update: {
        kind: 'refund',
        paymentId: 'pi_1',
        livemode: false,
        amountCents: 2240,
        currency: 'usd',
        refundedCents: 500,
        providerEventAt: new Date(1_000_000),
      },
    });
  });

  it.each(['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'])('reads a dispute: %s', (what) => {
    expect(translate(event({ type: `charge.dispute.${what}`, created: 1000, data: { object: dispute } }))).toEqual({
      kind: 'payment',
      update: {
        kind: 'dispute',
        disputeId: 'du_1',
        paymentId: 'pi_1',
        livemode: false,
        amountCents: 2240,
        currency: 'usd',
        status: 'needs_response',
        providerEventAt: new Date(1_000_000),
      },
    });
  });

  // A refund object has no livemode.
  const refund = { id: 're_1', amount: 2240, currency: 'USD', payment_intent: 'pi_1', status: 'failed' };

  it.each(['refund.failed', 'refund.updated', 'charge.refund.updated'])('reads a refund that failed: %s', (type) => {
    expect(translate(event({ type, created: 1000, data: { object: refund } }))).toEqual({
      kind: 'payment',
      update: {
        kind: 'failed_refund',
        refundId: 're_1',
        paymentId: 'pi_1',
        livemode: false,
        amountCents: 2240,
        currency: 'usd',
        providerEventAt: new Date(1_000_000),
      },
    });
  });

  it.each([
    ['canceled', 'payment'],
    ['pending', 'none'],
    ['requires_action', 'none'],
    ['succeeded', 'none'],
    ['a state of the future', 'none'],
  ])('a refund that is %s: %s', (status, kind) => {
    const updated = event({ type: 'refund.updated', data: { object: { ...refund, status } } });
    expect(translate(updated)).toMatchObject({ kind });
  });

  it('does not guess at a refund it cannot read', () => {
    expect(translate(event({ type: 'refund.failed', data: { object: { ...refund, amount: 'x' } } }))).toEqual({
      kind: 'unreadable',
    });
  });

  it.each(['charge.refunded', 'refund.failed', 'charge.dispute.created'])(
    'ignores %s of a payment that this product did not make',
    (type) => {
      expect(translate(event({ type, data: { object: { ...charge, ...dispute, payment_intent: null } } }))).toEqual({
        kind: 'none',
      });
    },
  );
});
