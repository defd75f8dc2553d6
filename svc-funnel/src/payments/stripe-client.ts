import { Stripe } from 'stripe';
import type { PaymentKeys } from '../platform/env.ts';

// A visitor is waiting behind a disabled button. Creating a session takes Stripe well under a second; two
// attempts of 8 s with a pause stay below the edge's own limit, and idempotency keys make the second safe.
const TIMEOUT_MS = 8000;
const RETRIES = 1;

const addressOf = (base: URL): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return { protocol, host: base.hostname, port: base.port || (protocol === 'http' ? 80 : 443) };
};

export const createStripe = ({ secretKey, apiBase }: PaymentKeys): Stripe =>
  new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiBase && addressOf(apiBase)),
  });
