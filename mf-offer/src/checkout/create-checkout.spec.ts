import { HttpError } from '@course/platform';
import { describe, expect, it } from 'vitest';
import { CheckoutRefused, createCheckout } from './create-checkout.ts';

const request = { plan: '4week', pricing: 'discounted' };
const refusal = (status: number, code: string) =>
  new HttpError(status, JSON.stringify({ statusCode: status, code, message: 'no' }));

/** A server that returns the responses in turn, or throws if one is an Error. Records its calls. */
function serverWith(responses: readonly unknown[], { session = true, lost = false } = {}) {
  const calls: string[] = [];
  return {
    calls,
    send: async (method: string, path: string, body: unknown) => {
      const response = responses[calls.filter((call) => call.startsWith('POST')).length];
      calls.push(`${method} ${path} ${JSON.stringify(body)}`);
      if (response instanceof Error) throw response;
      return response;
    },
    createSession: async () => {
      calls.push('session');
      return session;
    },
    resendLostSession: async () => void (lost && calls.push('what was lost')),
  };
}

const CALL = 'POST /api/create-checkout-session {"plan":"4week","pricing":"discounted"}';

describe('creating a checkout', () => {
  it('sends the server what it lost of the session before each call', async () => {
    const server = serverWith([refusal(403, 'session_missing'), { clientSecret: 'cs_secret' }], { lost: true });
    await createCheckout(request, server);
    expect(server.calls).toEqual(['what was lost', CALL, 'session', 'what was lost', CALL]);
  });

  it('skips that in a shell that does not support it', async () => {
    const { send, createSession } = serverWith([{ clientSecret: 'cs_secret' }]);
    expect(await createCheckout(request, { send, createSession })).toEqual({
      kind: 'created',
      clientSecret: 'cs_secret',
    });
  });

  it('returns the secret', async () => {
    const server = serverWith([{ clientSecret: 'cs_secret' }]);
    expect(await createCheckout(request, server)).toEqual({ kind: 'created', clientSecret: 'cs_secret' });
    expect(server.calls).toEqual([CALL]);
  });

  it('creates a missing session and retries', async () => {
    const server = serverWith([refusal(403, 'session_missing'), { clientSecret: 'cs_secret' }]);
    expect(await createCheckout(request, server)).toEqual({ kind: 'created', clientSecret: 'cs_secret' });
    expect(server.calls).toEqual([CALL, 'session', CALL]);
  });

  it('retries only once, and then reports that the browser refuses cookies', async () => {
    const server = serverWith([refusal(403, 'session_missing'), refusal(403, 'session_missing')]);
    await expect(createCheckout(request, server)).rejects.toMatchObject({ reason: 'cookiesRefused' });
    expect(server.calls).toEqual([CALL, 'session', CALL]);
  });

  it('gives up when no session can be created', async () => {
    const server = serverWith([refusal(403, 'session_missing')], { session: false });
    await expect(createCheckout(request, server)).rejects.not.toBeInstanceOf(CheckoutRefused);
    expect(server.calls).toEqual([CALL, 'session']);
  });

  it.each([
    ["the discount has ended by the server's clock", refusal(409, 'offer_ended'), 'offerEnded'],
    ['only support can sell here', refusal(403, 'purchase_declined'), 'declined'],
  ])('reports that %s', async (_case, response, reason) => {
    await expect(createCheckout(request, serverWith([response]))).rejects.toMatchObject({ reason });
    const server = serverWith([refusal(403, 'session_missing'), response]);
    await expect(createCheckout(request, server)).rejects.toMatchObject({ reason });
  });

  it('reports that the visitor has already paid, also after creating a session', async () => {
    expect(await createCheckout(request, serverWith([refusal(409, 'already_paid')]))).toEqual({ kind: 'already-paid' });
    const server = serverWith([refusal(403, 'session_missing'), refusal(409, 'already_paid')]);
    expect(await createCheckout(request, server)).toEqual({ kind: 'already-paid' });
  });

  it('returns the current prices when the page showed another one, and does not retry', async () => {
    const plans = [{ plan: '4week', originalCents: 5000, discountedCents: 2500 }];
    const changed = new HttpError(
      409,
      JSON.stringify({
        statusCode: 409,
        code: 'price_changed',
        message: 'no',
        price: { amountCents: 2500, currency: 'usd' },
        plans,
      }),
    );
    const server = serverWith([changed]);
    expect(await createCheckout(request, server)).toEqual({
      kind: 'price-changed',
      prices: new Map([['4week', { originalCents: 5000, discountedCents: 2500 }]]),
    });
    expect(server.calls).toEqual([CALL]);
  });

  it.each([
    ['this page cannot show the current prices', refusal(409, 'price_changed')],
    ['the page is too old to send the price that it shows', refusal(400, 'page_outdated')],
  ])('asks for a reload when %s', async (_case, response) => {
    await expect(createCheckout(request, serverWith([response]))).rejects.toMatchObject({ reason: 'outdated' });
  });

  it.each([
    ['another refusal', refusal(403, 'session_foreign')],
    ['another conflict', refusal(409, 'session_taken')],
    ['a server error', new HttpError(502, 'Bad Gateway')],
    ['a network error', new TypeError('Failed to fetch')],
    ['a response without a secret', {}],
    ['an empty secret', { clientSecret: '' }],
    ['a secret of the wrong type', { clientSecret: 7 }],
    ['no response at all', null],
  ])('fails on %s without a retry', async (_case, response) => {
    const server = serverWith([response]);
    await expect(createCheckout(request, server)).rejects.not.toBeInstanceOf(CheckoutRefused);
    expect(server.calls).toEqual([CALL]);
  });
});
