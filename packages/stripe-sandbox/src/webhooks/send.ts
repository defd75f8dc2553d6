import { Stripe } from 'stripe';

const TIMEOUT = 20_000;

export interface WebhookRequest {
  url: string;
  payload: string;
  secret: string;
  /** Seconds: part of what is signed, so that a receiver can refuse an old request. */
  timestamp: number;
}

/** Posts one signed event; whether the receiver took it (2xx). Redirects are not followed, as by Stripe. */
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
    signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT)]),
  });
  await response.body?.cancel();
  return response.ok;
}
