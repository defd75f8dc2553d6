import { randomUUID } from 'node:crypto';
import { createdCheckout, type RuntimeConfig } from '@course/contracts';
import { DEFAULT_PLAN, TERMS_VERSION } from '@course/funnel';
import { aSessionId } from '@course/test-kit/ids';
import { expect } from 'vitest';
import { rows, siteUrl } from './stack.ts';

/** A browser's user agent, because programs with their own are not counted. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const CARD = { number: '4242424242424242', expiry: '12 / 40', cvc: '123', name: 'Anna Example' };

/** Sends a POST request as a page does. Throws unless it succeeds. */
export async function post(address: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(new URL(address, siteUrl()), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': BROWSER, origin: new URL(siteUrl()).origin, cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address} returned ${response.status}: ${await response.text()}`);
  return response;
}

/** Returns the runtime configuration that a new visitor gets in a page. */
export async function configOf(path: string): Promise<RuntimeConfig> {
  const html = await (await fetch(siteUrl(path), { headers: { 'user-agent': BROWSER } })).text();
  return JSON.parse(/id="runtime-config">(.*?)<\/script>/.exec(html)![1]!) as RuntimeConfig;
}

/**
 * Buys the default plan with the requests that a browser sends, for journeys that start with an order. Resolves to
 * the buyer's address and the order number.
 */
export async function buyByHttp(
  email = `buyer-${randomUUID()}@example.com`,
): Promise<{ readonly email: string; readonly number: string }> {
  const { publishableKey: key, scriptUrl } = (await configOf('/sales002')).payments!;
  const created = await post('/api/sessions', { id: aSessionId(), timeZone: 'Europe/Berlin' });
  const cookie = created.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  const terms = { termsVersion: TERMS_VERSION, termsAcceptedAt: new Date().toISOString() };
  const opened = await post('/api/create-checkout-session', { plan: DEFAULT_PLAN, ...terms }, cookie);
  const { clientSecret } = createdCheckout.parse(await opened.json());
  const paid = await post(new URL('/checkout/pay', scriptUrl).href, { key, clientSecret, card: CARD, email });
  expect(await paid.json()).toEqual({ status: 'complete' });
  const numbers = () => rows<{ number: string }>('select number from funnel.orders where email = $1', [email]);
  await expect.poll(async () => (await numbers()).length).toBe(1);
  return { email, number: (await numbers())[0]!.number };
}
