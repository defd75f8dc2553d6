import { HttpError } from '@course/platform';
import { describe, expect, it } from 'vitest';
import { CheckoutRefused, createCheckout } from './create-checkout.ts';

const request = { plan: '4week', pricing: 'discounted' };
const refusal = (status: number, code: string) =>
  new HttpError(status, JSON.stringify({ statusCode: status, code, message: 'no' }));

/** Gives the answers in turn; an Error is thrown. Remembers what was asked. */
function serverWith(answers: readonly unknown[], { session = true, lost = false } = {}) {
  const asked: string[] = [];
  return {
    asked,
    send: async (method: string, path: string, body: unknown) => {
      const answer = answers[asked.filter((entry) => entry.startsWith('POST')).length];
      asked.push(`${method} ${path} ${JSON.stringify(body)}`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    createSession: async () => {
      asked.push('session');
      return session;
    },
    tellLostSession: async () => void (lost && asked.push('what was lost')),
  };
}

const CALL = 'POST /api/create-checkout-session {"plan":"4week","pricing":"discounted"}';

describe('asking for a checkout', () => {
  it('first tells the server what it lost of the session, each time', async () => {
    const server = serverWith([refusal(403, 'session_missing'), { clientSecret: 'cs_secret' }], { lost: true });
    await createCheckout(request, server);
    expect(server.asked).toEqual(['what was lost', CALL, 'session', 'what was lost', CALL]);
  });

  it('does without in a shell that cannot tell', async () => {
    const { send, createSession } = serverWith([{ clientSecret: 'cs_secret' }]);
    expect(await createCheckout(request, { send, createSession })).toEqual({
      kind: 'created',
      clientSecret: 'cs_secret',
    });
  });

  it('gives the secret', async () => {
    const server = serverWith([{ clientSecret: 'cs_secret' }]);
    expect(await createCheckout(request, server)).toEqual({ kind: 'created', clientSecret: 'cs_secret' });
    expect(server.asked).toEqual([CALL]);
  });

  it('creates the missing session and asks once more', async () => {
    const server = serverWith([refusal(403, 'session_missing'), { clientSecret: 'cs_secret' }]);
    expect(await createCheckout(request, server)).toEqual({ kind: 'created', clientSecret: 'cs_secret' });
    expect(server.asked).toEqual([CALL, 'session', CALL]);
  });

  it('asks once more only, and then says that the browser keeps no cookie', async () => {
    const server = serverWith([refusal(403, 'session_missing'), refusal(403, 'session_missing')]);
    await expect(createCheckout(request, server)).rejects.toMatchObject({ because: 'cookiesRefused' });
    expect(server.asked).toEqual([CALL, 'session', CALL]);
  });

  it('gives up when there can be no session', async () => {
    const server = serverWith([refusal(403, 'session_missing')], { session: false });
    await expect(createCheckout(request, server)).rejects.not.toBeInstanceOf(CheckoutRefused);
    expect(server.asked).toEqual([CALL, 'session']);
  });

  it.each([
    ['the discount is over by the clock of the server', refusal(409, 'offer_ended'), 'offerEnded'],
    ['only support can sell here', refusal(403, 'purchase_declined'), 'declined'],
  ])('tells that %s', async (_case, answer, because) => {
    await expect(createCheckout(request, serverWith([answer]))).rejects.toMatchObject({ because });
    const server = serverWith([refusal(403, 'session_missing'), answer]);
    await expect(createCheckout(request, server)).rejects.toMatchObject({ because });
  });

  it('tells that this visitor has paid before, also after a session had to be created', async () => {
    expect(await createCheckout(request, serverWith([refusal(409, 'already_paid')]))).toEqual({ kind: 'already-paid' });
    const server = serverWith([refusal(403, 'session_missing'), refusal(409, 'already_paid')]);
    expect(await createCheckout(request, server)).toEqual({ kind: 'already-paid' });
  });

  it('tells what plans cost now when the page showed another price, and asks no more by itself', async () => {
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
    expect(server.asked).toEqual([CALL]);
  });

  it.each([
    ['the prices are ones that this page cannot show', refusal(409, 'price_changed')],
    ['the page is too old to tell what it shows', refusal(400, 'page_outdated')],
  ])('asks for a reload when %s', async (_case, answer) => {
    await expect(createCheckout(request, serverWith([answer]))).rejects.toMatchObject({ because: 'outdated' });
  });

  it.each([
    ['another refusal', refusal(403, 'session_foreign')],
    ['another conflict', refusal(409, 'session_taken')],
    ['a server error', new HttpError(502, 'Bad Gateway')],
    ['a network error', new TypeError('Failed to fetch')],
    ['an answer without a secret', {}],
    ['an empty secret', { clientSecret: '' }],
    ['a secret of the wrong type', { clientSecret: 7 }],
    ['no answer at all', null],
  ])('fails on %s without asking again', async (_case, answer) => {
    const server = serverWith([answer]);
    await expect(createCheckout(request, server)).rejects.not.toBeInstanceOf(CheckoutRefused);
    expect(server.asked).toEqual([CALL]);
  });
});
