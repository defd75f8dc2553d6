import { describe, expect, it } from 'vitest';
import { aSessionObject, anEvent } from '../../test/events.ts';
import { checkoutUpdateOf } from './checkout-update.ts';
import { translateStored } from './payment-event.ts';
import { redactEvent } from './redact-event.ts';
import { FOUR_WEEKS_CENTS } from '../../test/prices.ts';

const checkout = { id: '6f5a0b1e-0000-4000-8000-000000000001', providerSessionId: 'cs_1' };
const object = aSessionObject(checkout, {
  customer_details: { email: 'a@b.example', name: 'Anna', address: { city: 'Bonn' } },
  payment_intent: { id: 'pi_1', receipt_email: 'a@b.example' },
  metadata: { checkout_id: checkout.id, note: 'Anna' },
});

describe('a redacted payment event', () => {
  it('keeps ids, amounts and states, and nothing else', () => {
    const redacted = redactEvent(JSON.stringify(anEvent(object)));
    expect(redacted).not.toMatch(/a@b|Anna|Bonn/);
    expect(JSON.parse(redacted)).toMatchObject({
      type: 'checkout.session.completed',
      erased: true,
      data: {
        object: {
          id: 'cs_1',
          amount_total: FOUR_WEEKS_CENTS,
          payment_intent: 'pi_1',
          metadata: { checkout_id: checkout.id },
        },
      },
    });
  });

  it('still translates to the same payment', () => {
    const payload = JSON.stringify(anEvent(object));
    const translation = translateStored(redactEvent(payload));
    expect(translation).toMatchObject({
      kind: 'checkout',
      update: {
        kind: 'paid',
        checkoutId: checkout.id,
        amountCents: FOUR_WEEKS_CENTS,
        paymentId: 'pi_1',
        formEmail: null,
        prefilledEmail: null,
      },
    });
    expect(checkoutUpdateOf(object as never).kind).toBe('paid');
  });

  it.each(['', 'no json', '[]', '"text"', '{"data": 5}', '{"data": {"object": ["Anna"]}}'])(
    'can be made of %j',
    (payload) => {
      expect(redactEvent(payload)).not.toContain('Anna');
    },
  );

  it.each(['', 'no json', '[]', '"text"', '{"data": 5}', JSON.stringify(anEvent(object))])(
    'ends in the marker of redacted events if made of %j',
    (payload) => {
      expect(redactEvent(payload)).toMatch(/"erased":true\}$/);
    },
  );
});
