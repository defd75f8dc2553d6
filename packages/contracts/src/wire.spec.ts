import { describe, expect, it } from 'vitest';
import { checkoutState, createCheckout } from './checkout.ts';
import { ApiError, describeIssues, ERRORS } from './errors.ts';
import { enterPage, exitPage, pagePath } from './page-view.ts';
import { saveResponse } from './response.ts';
import { clippedName } from './patterns.ts';
import { createSession, email, patchSession, visitorName } from './session.ts';

const id = `session_1234567890123_${'a'.repeat(24)}`;
const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('a session', () => {
  it.each([
    [{ id }, true],
    [{ id, timeZone: 'Europe/Berlin', utm: { source: 'x' }, clickIds: {}, variant: 'a' }, true],
    [{ id: 'session_1_short' }, false],
    [{ id: `${id} ` }, false],
    [{ id, surprise: 1 }, false],
    [{}, false],
    [{ id, utm: { '\u0000': 'x' } }, false],
  ])('is created from %j: %s', (body, ok) => expect(accepts(createSession, body)).toBe(ok));

  it.each([
    [{ email: 'a@b' }, true],
    [{ name: 'Anna', completedAt: '2026-11-21T01:00:00.000Z' }, true],
    [{ completedAt: '2026-11-21T01:00:00+02:00' }, true],
    [{ completedAt: 'yesterday' }, false],
    [{}, false],
    [{ email: undefined }, false],
    [{ email: null }, false],
  ])('is changed by %j: %s', (body, ok) => expect(accepts(patchSession, body)).toBe(ok));

  it.each([
    ['a@b', true],
    ["anna.o'hara+1@example.co.uk", true],
    ['@b', false],
    ['a@', false],
    ['a b@c', false],
    ['a@-b', false],
    ['a@b..c', false],
    [`${'a'.repeat(250)}@b.c`, true],
    [`${'a'.repeat(251)}@b.c`, false],
    ['a@b\u0000', false],
  ])('has the address %s: %s', (value, ok) => expect(accepts(email, value)).toBe(ok));

  it('trims a name and accepts 1 to 100 characters', () => {
    expect(visitorName.parse('  Anna ')).toBe('Anna');
    expect([
      accepts(visitorName, '   '),
      accepts(visitorName, 'x'.repeat(100)),
      accepts(visitorName, 'x'.repeat(101)),
    ]).toEqual([false, true, false]);
    expect(accepts(visitorName, 'Zoë 🌅')).toBe(true);
    expect([accepts(visitorName, '🌅'.repeat(100)), accepts(visitorName, '🌅'.repeat(101))]).toEqual([true, false]);
    expect([clippedName('🌅'.repeat(101)), clippedName('Zoë')]).toEqual(['🌅'.repeat(100), 'Zoë']);
    expect(accepts(visitorName, 'a\uD800')).toBe(false);
  });
});

describe('an answer', () => {
  it('has 1 to 2,048 bytes, regardless of its number of characters', () => {
    const of = (answerValue: string) => accepts(saveResponse, { sessionId: id, questionNumber: 'q1', answerValue });
    expect([
      of('x'),
      of('x'.repeat(2048)),
      of('x'.repeat(2049)),
      of('é'.repeat(1024)),
      of('é'.repeat(1025)),
      of(''),
    ]).toEqual([true, true, false, true, false, false]);
  });
});

describe('a page view', () => {
  it.each([
    ['/', true],
    ['/q1', true],
    ['/anything/at all', true],
    ['q1', false],
    ['//host/x', false],
    ['/q1?a=1', false],
    ['/q1#a', false],
    ['https://x/', false],
    ['/a\nb', false],
    ['/a\\b', false],
    [`/${'x'.repeat(511)}`, true],
    [`/${'x'.repeat(512)}`, false],
    ['', false],
  ])('has the path %j: %s', (path, ok) => expect(accepts(pagePath, path)).toBe(ok));

  it.each([
    [0, true],
    [86_400, true],
    [1.5, true],
    [-1, false],
    [86_401, false],
    ['1', false],
    [Number.NaN, false],
    [Infinity, false],
  ])('lasts %s seconds: %s', (timeSpentSeconds, ok) =>
    expect(accepts(exitPage, { exitedAt: '2026-11-21T00:00:00Z', timeSpentSeconds })).toBe(ok),
  );

  it('accepts a UUIDv7 as its key and nothing else', () => {
    const of = (key: string) => accepts(enterPage, { sessionId: id, pagePath: '/q1', key });
    expect([of('01a1fbb7-42e4-745f-a6cd-eb7e335e6050'), of('9f4c7d9e-8c1b-4f6e-9a53-2f0a8f9d1c11')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a checkout request', () => {
  it.each([
    [{ plan: '4week' }, true],
    [{ plan: '4week', pricing: 'original', again: true }, true],
    [{}, false],
    [{ plan: 4 }, false],
    [{ plan: '4week', price: 1 }, false],
  ])('is accepted as %j: %s', (body, ok) => expect(accepts(createCheckout, body)).toBe(ok));
});

describe('errors', () => {
  it('have a status and a message that says what to do', () => {
    for (const { status, message } of Object.values(ERRORS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      // What is wrong, and in a second sentence or clause what follows from it; or an instruction.
      expect(message).toMatch(/[.,;] \w|^Send /);
    }
    expect(new ApiError('unknown_plan').toBody()).toEqual({
      statusCode: 400,
      code: 'unknown_plan',
      message: ERRORS.unknown_plan.message,
    });
  });

  it('name invalid fields and never their values', () => {
    const parsed = createSession.safeParse({ id: 'secret-value', x: 1 });
    const message = describeIssues(parsed.success ? [] : parsed.error.issues);
    expect(message).toMatch(/id: must be session_/);
    expect(message).not.toContain('secret-value');
  });
});

describe('the state of a checkout', () => {
  const paid = {
    status: 'paid',
    plan: '4week',
    amountCents: 2240,
    currency: 'usd',
    orderNumber: 'K7XM-4PRH',
    maskedEmail: 'j•••@g•••.com',
    correctable: true,
  };

  it.each([
    paid,
    { status: 'refunded', orderNumber: 'K7XM-4PRH' },
    { status: 'disputed', orderNumber: 'K7XM-4PRH' },
    { status: 'processing' },
    { status: 'open', plan: '4week' },
    { status: 'closed', plan: '4week' },
  ])('may be %o', (state) => {
    expect(checkoutState.parse(state)).toEqual(state);
  });

  it.each([
    ['an address before it is paid', { status: 'open', plan: '4week', maskedEmail: 'j•••@g•••.com' }],
    ['a price before it is paid', { status: 'closed', plan: '4week', amountCents: 2240 }],
    ['a plan while the payment is processing', { status: 'processing', plan: '4week' }],
    ['an address after a refund', { status: 'refunded', orderNumber: 'K7XM-4PRH', maskedEmail: 'j•••@g•••.com' }],
    ['an address in full', { ...paid, email: 'jane@gmail.com' }],
    ['no order number when it is paid', { ...paid, orderNumber: undefined }],
    ['a number that could be misread', { ...paid, orderNumber: 'K7XM-4PRO' }],
  ])('never has %s', (_, state) => {
    expect(checkoutState.safeParse(state).success).toBe(false);
  });
});
