import { setTimeout as pause } from 'node:timers/promises';
import { checkoutState, createdCheckout, type CheckoutState } from '@course/contracts';
import { DEFAULT_PLAN, TERMS_VERSION } from '@course/funnel';
import { aSessionId } from '@course/test-kit/ids';
import { ANSWERS, cookieOf } from '../bench/visit-requests.ts';

/** Addresses of the product and its sandbox. */
export interface Site {
  readonly origin: string;
  readonly sandboxOrigin: string;
  readonly publishableKey: string;
}

export interface Buyers {
  /** Acknowledged answers: value by session and question, `session_… q3`. */
  readonly answers: ReadonlyMap<string, string>;
  /** Numbers of the orders that were shown to buyers. */
  readonly orders: ReadonlySet<string>;
  /** Unsuccessful responses by request and status; `broken` if there was none. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Returns the number of requests that have succeeded so far. */
  readonly succeeded: () => number;
  /** Ends the visits and waits for the last responses. */
  stop(): Promise<void>;
}

export interface BuyersOptions {
  readonly site: Site;
  readonly buyers: number;
  /** Pause between two requests of a buyer. */
  readonly pauseMs: number;
  /** Maximum number of attempts of a request; the browser's outbox retries too. */
  readonly tries: number;
}

const CALL_MAX_MS = 25_000;
const CARD = { number: '4242424242424242', expiry: '12 / 40', cvc: '123', name: 'Ada Lovelace' };
const PAID_TRIES = 120;
const PAID_PAUSE_MS = 500;

/** Starts buyers who repeatedly go from the first page to a paid order, until they are stopped. */
export const startBuyers = ({ site, buyers, pauseMs, tries }: BuyersOptions): Buyers => {
  const answers = new Map<string, string>();
  const orders = new Set<string>();
  const refusals = new Map<string, number>();
  const stopped = new AbortController();
  let succeeded = 0;

  const recordRefusal = (what: string): void => void refusals.set(what, (refusals.get(what) ?? 0) + 1);

  const request = async (url: string, init: RequestInit): Promise<Response | undefined> => {
    const name = `${init.method} ${new URL(url).pathname.replace(/(session|cs)_[^/]+/, '…')}`;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MAX_MS) });
        const body = await response.arrayBuffer();
        if (response.ok) {
          succeeded += 1;
          return new Response(body, { headers: response.headers });
        }
        recordRefusal(`${name} ${response.status} ${new TextDecoder().decode(body)}`);
      } catch {
        recordRefusal(`${name} broken`);
      }
      await pause(100 * 2 ** Math.min(attempt, 5));
    }
    return undefined;
  };

  const call = (method: string, path: string, cookie: string, body?: unknown): Promise<Response | undefined> =>
    request(site.origin + path, {
      method,
      headers: { 'content-type': 'application/json', origin: site.origin, cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  /** Polls, as the page does after the payment, until the webhook has created the order. */
  const untilPaid = async (id: string, cookie: string): Promise<CheckoutState | undefined> => {
    for (let attempt = 0; attempt < PAID_TRIES; attempt += 1) {
      const response = await call('GET', `/api/checkout-sessions/${id}`, cookie);
      const state = response && checkoutState.parse(await response.json());
      if (state?.status === 'paid') return state;
      await pause(PAID_PAUSE_MS);
    }
    return undefined;
  };

  const buy = async (cookie: string): Promise<void> => {
    const terms = { termsVersion: TERMS_VERSION, termsAcceptedAt: new Date().toISOString() };
    const opened = await call('POST', '/api/create-checkout-session', cookie, { plan: DEFAULT_PLAN, ...terms });
    if (!opened) return;
    const { clientSecret } = createdCheckout.parse(await opened.json());
    const paid = await request(`${site.sandboxOrigin}/checkout/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: site.publishableKey, clientSecret, card: CARD }),
    });
    if (!paid) return;
    const [id = ''] = clientSecret.split('_secret_');
    const state = await untilPaid(id, cookie);
    if (state?.status === 'paid') orders.add(state.orderNumber);
    else recordRefusal('an order that was paid did not appear');
  };

  const visit = async (): Promise<void> => {
    const session = aSessionId();
    if (!(await request(`${site.origin}/q1`, { method: 'GET' }))) return;
    const created = await call('POST', '/api/sessions', '', { id: session, timeZone: 'Europe/Berlin' });
    if (!created) return;
    const cookie = cookieOf(created.headers.getSetCookie());
    for (const [key, value] of ANSWERS) {
      if (stopped.signal.aborted) return;
      const body = { sessionId: session, questionNumber: key, answerValue: value };
      if (await call('POST', '/api/responses', cookie, body)) answers.set(`${session} ${key}`, value);
      await pause(pauseMs);
    }
    const email = `${session
      .slice(-12)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '0')}@example.com`;
    if (!(await call('PATCH', `/api/sessions/${session}`, cookie, { email }))) return;
    if (!(await call('PATCH', `/api/sessions/${session}`, cookie, { name: 'Anna' }))) return;
    await buy(cookie);
  };

  const shop = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await visit();
      await pause(pauseMs);
    }
  };

  const all = Array.from({ length: buyers }, shop);
  return {
    answers,
    orders,
    refusals,
    succeeded: () => succeeded,
    stop: async () => {
      stopped.abort();
      await Promise.all(all);
    },
  };
};
