import { errorBody } from '@course/contracts';
import type { HttpCall } from '@course/test-kit/call-http';
import { seededRandom, testSeed } from '@course/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSessionId, aVisitor, type Browser, type Answer } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { isCreate, startShop, type StartedShop } from '../../test/shop.ts';

let shop: StartedShop;
let browser: Browser;
let id: string;
let foreign: string;
beforeAll(async () => {
  shop = await startShop();
  ({ browser, id } = await aVisitor(shop.service.url));
  foreign = (await aVisitor(shop.service.url)).id;
});
afterAll(() => shop.stop());

const JSON_TYPE = { 'content-type': 'application/json' };
const raw = (path: string, body: HttpCall['body'], headers: Record<string, string> = JSON_TYPE) =>
  browser.send('POST', path, { body, headers });
const patch = (body: unknown) => browser.patch(`/api/sessions/${id}`, body);
const answer = (body: object) =>
  browser.post('/api/responses', { sessionId: id, questionNumber: 'q3', answerValue: 'x', ...body });
const checkout = (body: object) => browser.post('/api/create-checkout-session', { plan: '4week', ...body });
const create = (body: object) => browser.post('/api/sessions', { id: aSessionId(), ...body });

const cases: [string, number, string, () => Promise<Answer>][] = [
  ['unknown plan', 400, 'unknown_plan', () => checkout({ plan: '2week' })],
  ['unknown pricing', 400, 'unknown_pricing', () => checkout({ pricing: 'free' })],
  ['missing plan', 400, 'invalid_body', () => checkout({ plan: undefined })],
  ['plan of another type', 400, 'invalid_body', () => checkout({ plan: 4 })],
  ['a price from the browser', 400, 'invalid_body', () => checkout({ amount: 1 })],
  ['a shown price without a currency', 400, 'invalid_body', () => checkout({ shown: { amountCents: 2240 } })],
  [
    'a shown price that is not a number',
    400,
    'invalid_body',
    () => checkout({ shown: { amountCents: '2240', currency: 'usd' } }),
  ],
  ['a shown price below zero', 400, 'invalid_body', () => checkout({ shown: { amountCents: -1, currency: 'usd' } })],
  [
    'an early beginning requested at an invalid time',
    400,
    'invalid_body',
    () => checkout({ askedToBeginAt: 'yesterday' }),
  ],
  ['terms accepted at an invalid time', 400, 'invalid_body', () => checkout({ termsAcceptedAt: 'yesterday' })],
  ['an invalid time zone', 400, 'invalid_body', () => checkout({ timeZone: 'Europe/Berlin; drop' })],
  ['again as text', 400, 'invalid_body', () => checkout({ again: 'true' })],

  ['malformed JSON', 400, 'invalid_json', () => raw('/api/sessions', '{"id": ')],
  [
    'JSON in a broken encoding',
    400,
    'invalid_json',
    () => raw('/api/sessions', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  ],
  [
    'JSON with a prototype',
    400,
    'invalid_json',
    () => raw('/api/sessions', `{"id":"${aSessionId()}","__proto__":{"x":1}}`),
  ],
  ['a bare string', 400, 'invalid_json', () => raw('/api/sessions', '"x"')],
  ['a list', 400, 'invalid_body', () => raw('/api/sessions', '[]')],
  ['no body', 400, 'invalid_body', () => raw('/api/sessions', '{}')],
  [
    'broken gzip',
    400,
    'invalid_json',
    () => raw('/api/sessions', 'nope', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
  ],
  ['over 32 KB', 413, 'body_too_large', () => answer({ answerValue: 'x'.repeat(33 * 1024) })],
  ['far over 32 KB', 413, 'body_too_large', () => answer({ answerValue: 'x'.repeat(3_000_000) })],
  [
    'over 32 KB and not JSON',
    415,
    'unsupported_type',
    () => raw('/api/sessions', 'x'.repeat(40_000), { 'content-type': 'text/plain' }),
  ],
  ['text', 415, 'unsupported_type', () => raw('/api/sessions', '{}', { 'content-type': 'text/plain' })],
  [
    'a form',
    415,
    'unsupported_type',
    () => raw('/api/create-checkout-session', 'plan=4week', { 'content-type': 'application/x-www-form-urlencoded' }),
  ],
  [
    'a multipart form',
    415,
    'unsupported_type',
    () => raw('/api/responses', '--x--\r\n', { 'content-type': 'multipart/form-data; boundary=x' }),
  ],
  [
    'an unknown charset',
    415,
    'unsupported_type',
    () => raw('/api/sessions', '{}', { 'content-type': 'application/json; charset=klingon' }),
  ],
  [
    'an unknown encoding',
    415,
    'unsupported_type',
    () => raw('/api/sessions', '{}', { ...JSON_TYPE, 'content-encoding': 'zip' }),
  ],

  ['session id of the wrong form', 400, 'invalid_body', () => create({ id: 'session_1_x' })],
  ['session id with a NUL', 400, 'invalid_body', () => create({ id: `${aSessionId()}\0` })],
  ['session id of another type', 400, 'invalid_body', () => create({ id: { $ne: null } })],
  ['unknown field', 400, 'invalid_body', () => create({ role: 'admin' })],
  [
    'too many tags',
    400,
    'invalid_body',
    () => create({ utm: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'v'])) }),
  ],
  ['a tag that is not text', 400, 'invalid_body', () => create({ utm: { source: { deep: 1 } } })],
  ['session id of the wrong form in the address', 400, 'invalid_path', () => browser.get('/api/sessions/42')],
  ['a broken escape in the address', 400, 'invalid_path', () => browser.get('/api/sessions/%E0%A4%A')],
  ['a NUL in the address', 400, 'invalid_path', () => browser.get('/api/sessions/%00')],
  ['checkout id of the wrong form', 400, 'invalid_path', () => browser.get("/api/checkout-sessions/cs_'--")],
  [
    'checkout id that is far too long',
    400,
    'invalid_path',
    () => browser.get(`/api/checkout-sessions/cs_${'a'.repeat(300)}`),
  ],
  ['checkout that is not there', 404, 'checkout_unknown', () => browser.get('/api/checkout-sessions/cs_test_nobody')],

  ["somebody else's session, read", 404, 'session_unknown', () => browser.get(`/api/sessions/${foreign}`)],
  [
    "somebody else's session, changed",
    403,
    'session_foreign',
    () => browser.patch(`/api/sessions/${foreign}`, { name: 'x' }),
  ],
  ["somebody else's session, answered", 403, 'session_foreign', () => answer({ sessionId: foreign })],
  ["somebody else's session, created", 409, 'session_taken', () => create({ id: foreign })],

  ['empty patch', 400, 'invalid_body', () => patch({})],
  ['patch of nothing', 400, 'invalid_body', () => patch({ email: undefined })],
  ['patch of the id', 400, 'invalid_body', () => patch({ id: aSessionId() })],
  ['invalid email', 400, 'invalid_body', () => patch({ email: 'nobody' })],
  ['email with two signs', 400, 'invalid_body', () => patch({ email: 'a@b@c' })],
  ['email with a line break', 400, 'invalid_body', () => patch({ email: 'a@b.example\nBcc: x@y.example' })],
  ['email over 254 characters', 400, 'invalid_body', () => patch({ email: `${'a'.repeat(250)}@b.example` })],
  ['email as a list', 400, 'invalid_body', () => patch({ email: ['a@b.example'] })],
  ['empty email', 400, 'invalid_body', () => patch({ email: '' })],
  ['name of spaces', 400, 'invalid_body', () => patch({ name: '   ' })],
  ['name over 100 characters', 400, 'invalid_body', () => patch({ name: 'x'.repeat(101) })],
  ['name with a NUL', 400, 'invalid_body', () => patch({ name: 'a\0b' })],
  [
    'variant with half a character',
    400,
    'invalid_body',
    () => raw('/api/sessions', `{"id":"${aSessionId()}","variant":"\\ud800"}`),
  ],
  ['completion at an invalid time', 400, 'invalid_body', () => patch({ completedAt: '2026-13-01T00:00:00Z' })],
  ['one good and one bad field', 400, 'invalid_body', () => patch({ email: 'good@b.example', name: '' })],

  ['question with an invalid key', 400, 'invalid_body', () => answer({ questionNumber: 'Q1' })],
  ['question by number', 400, 'invalid_body', () => answer({ questionNumber: 3 })],
  [
    'several choices that are not texts',
    400,
    'invalid_answer',
    () => answer({ questionNumber: 'q10', answerValue: '[1]' }),
  ],
  ['several choices as a list', 400, 'invalid_body', () => answer({ questionNumber: 'q10', answerValue: ['claude'] })],
  ['answer over 2 KB', 400, 'invalid_body', () => answer({ answerValue: 'x'.repeat(2049) })],
  ['answer over 2 KB only in bytes', 400, 'invalid_body', () => answer({ answerValue: 'ü'.repeat(1025) })],
  ['empty answer', 400, 'invalid_body', () => answer({ answerValue: '' })],
  ['answer with a NUL', 400, 'invalid_body', () => answer({ answerValue: 'a\0' })],
  ['missing answer', 400, 'invalid_body', () => answer({ answerValue: undefined })],

  [
    'a report that contains the value',
    400,
    'invalid_body',
    () => browser.post('/api/refused-writes', { path: '/api/responses', status: 400, answerValue: 'x' }),
  ],
  [
    'a report with an arbitrary path',
    400,
    'invalid_body',
    () => browser.post('/api/refused-writes', { path: '/api/sessions/anna@example.com', status: 400 }),
  ],
  [
    'a report of a status that is not a refusal',
    400,
    'invalid_body',
    () => browser.post('/api/refused-writes', { path: '/api/responses', status: 503 }),
  ],

  ['unknown address', 404, 'route_unknown', () => browser.get('/api/nothing')],
  ['unknown address with POST', 404, 'route_unknown', () => browser.post('/api/orders', { paid: true })],
  ['unknown method', 404, 'route_unknown', () => browser.send('DELETE', '/api/responses')],
  ['an address of the tracking service', 404, 'route_unknown', () => browser.post('/api/page-views', {})],
  ['unsigned webhook', 400, 'invalid_signature', () => browser.post('/api/stripe/webhook', {})],
  ['webhook without a body', 400, 'invalid_signature', () => browser.send('POST', '/api/stripe/webhook')],
];

const rows = async () => {
  const tables = ['sessions', 'responses', 'checkouts', 'payment_events', 'orders'];
  const sql = tables
    .map((table) => `select '${table}' as name, to_jsonb(t) as row from funnel.${table} t`)
    .join(' union all ');
  return query(`select * from (${sql}) all_rows where (row ->> 'session_id' = $1 or row ->> 'id' = $1) order by 1, 2`, [
    id,
  ]);
};

describe('bad input', () => {
  it.each(cases)('%s: %i %s', async (_, status, code, send) => {
    const before = await rows();
    const refused = await send();
    expect(errorBody.parse(refused.body)).toMatchObject({ statusCode: status, code });
    expect(refused.status).toBe(status);
    expect(refused.headers.get('content-type')).toContain('application/json');
    expect(refused.text).not.toMatch(/node_modules|\.ts\b|\n\s+at /);
    expect(await rows()).toEqual(before);
  });

  it('is reported with the field and what it should be, never with the value', async () => {
    const { text } = await patch({ email: 'secret-value' });
    expect(text).toContain('email: must be an email address');
    expect(text).not.toContain('secret-value');
  });

  it('opens nothing at the provider', () => {
    expect(shop.recorder.calls.filter(isCreate)).toEqual([]);
  });
});

const random = seededRandom(testSeed());
const KEYS = [
  'id',
  'sessionId',
  'questionNumber',
  'answerValue',
  'plan',
  'pricing',
  'email',
  'name',
  'completedAt',
  'termsAcceptedAt',
  'timeZone',
  'utm',
  'again',
  'toString',
  'constructor',
];

const someText = (): string =>
  random.oneOf([
    '',
    'q3',
    'q10',
    '4week',
    '12week',
    'original',
    'a@b.example',
    '[]',
    '["a"]',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '\0',
    '\ud800',
    '𝒳',
    'x'.repeat(3000),
    String.fromCharCode(...Array.from({ length: 12 }, () => random.below(256))),
    id,
    foreign,
    aSessionId(),
  ]);
const someLeaf = (): unknown =>
  random.oneOf<() => unknown>([someText, someText, () => random.oneOf<unknown>([null, true, 0, -1, 1e308, 2 ** 53])])();
const someValue = (depth = 3): unknown => {
  const kind = depth === 0 ? 0 : random.next();
  if (kind < 0.6) return someLeaf();
  if (kind < 0.75) return Array.from({ length: 3 }, () => someValue(depth - 1));
  return Object.fromEntries(Array.from({ length: 4 }, () => [random.oneOf(KEYS), someValue(depth - 1)]));
};

describe('random input', () => {
  const targets = (): [string, string][] => [
    ['POST', '/api/sessions'],
    ['PATCH', `/api/sessions/${id}`],
    ['POST', '/api/responses'],
    ['POST', '/api/create-checkout-session'],
    ['POST', '/api/withdrawals'],
    ['POST', `/api/${Buffer.from(someText()).toString('hex').replace(/../g, '%$&').slice(0, 600)}`],
  ];
  const plausibleBody = (): unknown =>
    random.oneOf<() => unknown>([
      () => ({ sessionId: id, questionNumber: someText(), answerValue: someText() }),
      () => ({ completedAt: someText(), name: someText() }),
      () => ({ id: aSessionId(), timeZone: someText(), utm: { [someText()]: someText() } }),
      () => ({ plan: someText(), pricing: someText(), termsAcceptedAt: someText() }),
      () => ({ name: someText(), reference: someText() }),
      () => someValue(),
    ])();

  it('never causes a 5xx, and every error has the same shape', async () => {
    const { browser: fuzzer } = await aVisitor(shop.service.url);
    const owned = browser.cookie;
    for (let round = 0; round < 60; round += 1) {
      const body = JSON.stringify(plausibleBody()) ?? 'null';
      const cut = random.chance(0.1) ? body.slice(0, -1) : body;
      for (const [method, path] of targets()) {
        fuzzer.cookie = owned;
        const answered = await fuzzer.send(method, path, { body: cut, headers: JSON_TYPE });
        if (answered.status >= 500) throw new Error(`${answered.status} on ${method} ${path} with ${cut}`);
        if (answered.status >= 400)
          expect(errorBody.safeParse(answered.body).success, `${method} ${path} ${cut}`).toBe(true);
      }
    }
  }, 60_000);
});
