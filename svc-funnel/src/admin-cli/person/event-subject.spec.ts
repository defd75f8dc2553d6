import { describe, expect, it } from 'vitest';
import { isAbout } from './event-subject.ts';

const about = (object: unknown, { ids = ['pi_1'], addresses = ['n@gmail.com'] } = {}) =>
  isAbout(JSON.stringify({ id: 'evt_1', data: { object } }), { ids, addresses });

describe('a payment event is about a person', () => {
  it.each<[string, unknown]>([
    ['whose address is a field', { receipt_email: 'n@gmail.com' }],
    ['whose address is written in another case', { customer_details: { email: 'N@Gmail.COM' } }],
    ['whose address has white space around it', { email: ' n@gmail.com\n' }],
    ['whose address is deep inside', { charges: { data: [{ billing_details: { email: 'n@gmail.com' } }] } }],
    ['whose payment it names', { payment_intent: 'pi_1' }],
    ['whose payment it is', { object: 'payment_intent', id: 'pi_1' }],
  ])('%s', (_, object) => {
    expect(about(object)).toBe(true);
  });

  it('whose address JSON writes with escapes', () => {
    expect(isAbout('{"email":"\\u006e@gmail.com"}', { ids: [], addresses: ['n@gmail.com'] })).toBe(true);
  });
});

describe('a payment event is not about a person', () => {
  it.each([
    'ann@gmail.com',
    'n@gmail.com.au',
    'n@gmail.co',
    'n@gmail.comm',
    'xn@gmail.com',
    'n+1@gmail.com',
    'n@hotgmail.com',
    'mail n@gmail.com to reach me',
    'Ann <n@gmail.com>',
  ])('because of %s', (text) => {
    expect(about({ email: text, description: text })).toBe(false);
  });

  it.each(['pi_11', 'pi_', 'api_1'])('because of the payment %s', (id) => {
    expect(about({ payment_intent: id })).toBe(false);
  });

  it.each(['', 'no json', '[]', 'null', '"n@gmail.co"'])('because of the payload %j', (payload) => {
    expect(isAbout(payload, { ids: ['pi_1'], addresses: ['n@gmail.com'] })).toBe(false);
  });

  it('because of an object key', () => {
    expect(about({ 'n@gmail.com': true })).toBe(false);
  });

  it('because of an address that begins or ends with theirs', () => {
    const names = ['n', 'an', 'ann', 'n.n', 'nn', '-n', 'n_'];
    const domains = ['a.io', 'b.a.io', 'a.io.uk', 'aa.io'];
    const addresses = names.flatMap((name) => domains.map((domain) => `${name}@${domain}`));
    for (const theirs of addresses)
      expect(addresses.filter((email) => about({ email }, { ids: [], addresses: [theirs] }))).toEqual([theirs]);
  });
});
