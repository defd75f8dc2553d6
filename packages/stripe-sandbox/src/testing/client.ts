import { Stripe } from 'stripe';
import type { Sandbox } from '../sandbox.ts';

/** Returns Stripe's SDK for the sandbox, without retries, so that a test sees each response. */
export function sdkFor(sandbox: Pick<Sandbox, 'apiBase' | 'secretKey'>, secretKey = sandbox.secretKey): Stripe {
  const { hostname, port } = new URL(sandbox.apiBase);
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
}

type Params = Stripe.Checkout.SessionCreateParams;

/** Returns parameters of a checkout like the shop's: $22.40 for four weeks. */
export const aCheckout = (changes: Partial<Params> = {}): Params => ({
  ui_mode: 'embedded_page',
  mode: 'payment',
  line_items: [
    { quantity: 1, price_data: { currency: 'usd', unit_amount: 2240, product_data: { name: '4-week plan' } } },
  ],
  return_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
  customer_email: 'ada@example.com',
  metadata: { checkout_id: 'c1' },
  ...changes,
});
