import { Stripe } from 'stripe';

const TIMEOUT_MS = 20_000;

export interface WebhookRequest {
  url: string;
  payload: string;
  secret: string;
  /** Seconds since 1970. Signed, so that a receiver can refuse old requests. */
  timestamp: number;
}

/** Posts a signed event. Resolves to true for a 2xx response. Like Stripe, does not follow redirects. */
export async function send({ url, payload, secret, timestamp }: WebhookRequest, stop: AbortSignal): Promise<boolean> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
      'user-agent': 'Stripe/1.0 (sandbox)',
    },
    body: payload,
    redirect: 'manual',
    signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  await response.body?.cancel();
  return response.ok;
}
