/** What Stripe.js throws at a page that uses it wrongly. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
