import { HttpError } from '@course/platform';
import { describe, expect, it } from 'vitest';
import { correctEmail } from './correct-email.ts';

const refusal = (status: number, code: string) =>
  new HttpError(status, JSON.stringify({ statusCode: status, code, message: 'no' }));

describe('correcting the address', () => {
  it('sends the address in the body, and returns what the server responds', async () => {
    const calls: unknown[] = [];
    const post = async (...call: unknown[]) => {
      calls.push(call);
      return { status: 'paid', plan: '4week', maskedEmail: 'j•••@o•••.org', correctable: false };
    };
    expect(await correctEmail('cs_test_1', 'jane@outlook.org', post)).toEqual({
      kind: 'done',
      facts: { plan: '4week', maskedEmail: 'j•••@o•••.org', correctable: false },
    });
    expect(calls).toEqual([['POST', '/api/checkout-sessions/cs_test_1/email', { email: 'jane@outlook.org' }]]);
  });

  it.each([
    ['fixed', refusal(409, 'address_fixed')],
    ['fixed', refusal(404, 'checkout_unknown')],
    ['undeliverable', refusal(400, 'undeliverable_address')],
    ['failed', refusal(429, 'rate_limited')],
    ['failed', refusal(503, 'store_unavailable')],
    ['failed', new TypeError('Failed to fetch')],
  ])('is %s after %s', async (kind, error) => {
    expect(await correctEmail('cs_test_1', 'a@b', () => Promise.reject(error))).toEqual({ kind });
  });
});
