import { findPlan, planTitleOf, PRODUCT } from '@course/funnel';
import type { Stripe } from 'stripe';
import type { Checkout } from '../generated/prisma/client.ts';
import { CHECKOUT_ID_KEY } from './checkout-update.ts';
import { isDeliverable } from '../platform/deliverable.ts';

/** The stored quote. The provider's parameters depend on nothing else: the same row always makes the same request. */
export type StoredQuote = Pick<Checkout, 'id' | 'plan' | 'amountCents' | 'currency' | 'tax' | 'email' | 'returnOrigin'>;

const productOf = (plan: string): { name: string; description: string } => ({
  name: `${PRODUCT.name}: ${planTitleOf(plan)}`,
  description: `${findPlan(plan)?.days ?? 0} daily emails, paid once`,
});

/**
 * Stripe Tax takes the tax out of the price, so that the amount stays as the page shows it. It needs the buyer's
 * location: with `auto`, the form asks for as little of the address as necessary.
 */
const TAX_INCLUDED = {
  automatic_tax: { enabled: true },
  billing_address_collection: 'auto',
} as const satisfies Partial<Stripe.Checkout.SessionCreateParams>;

/**
 * Returns parameters of `checkout.sessions.create`. No name or answer is sent, and the email only to prefill the form,
 * which asks for one itself if that cannot receive mail.
 */
export function checkoutParams({
  id,
  plan,
  amountCents,
  currency,
  tax,
  email,
  returnOrigin,
}: StoredQuote): Stripe.Checkout.SessionCreateParams {
  const metadata = { [CHECKOUT_ID_KEY]: id };
  const isTaxed = tax === 'included';
  const price: Stripe.Checkout.SessionCreateParams.LineItem.PriceData = {
    currency,
    unit_amount: amountCents,
    product_data: productOf(plan),
    ...(isTaxed && { tax_behavior: 'inclusive' }),
  };
  return {
    mode: 'payment',
    ui_mode: 'embedded_page',
    line_items: [{ quantity: 1, price_data: price }],
    ...(isTaxed && TAX_INCLUDED),
    return_url: `${returnOrigin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    client_reference_id: id,
    metadata,
    // Charges, refunds and disputes have the payment's metadata, not the session's.
    payment_intent_data: { metadata },
    // The amount on the page is the amount charged, in the same currency.
    adaptive_pricing: { enabled: false },
    ...(email !== null && isDeliverable(email) && { customer_email: email }),
  };
}
