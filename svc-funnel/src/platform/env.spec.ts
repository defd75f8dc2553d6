import { PERSONAL_DATA } from '@course/funnel';
import { unexpectedErrors } from '@course/test-kit/nonsense';
import { describe, expect, it } from 'vitest';
import { EnvError } from '@course/contracts/env';
import { ENV_NAMES, parseEnv } from './env.ts';

const complete = {
  PORT: '4001',
  DATABASE_URL: 'postgresql://svc_funnel:pw@127.0.0.1:5432/course',
  REDIS_URL: 'redis://127.0.0.1:6379',
  PUBLIC_URL: 'http://localhost:3000',
  COOKIE_KEYS: `${'n'.repeat(32)},${'o'.repeat(32)}`,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'Daybreak AI <course@daybreak-ai.example>',
  OWNER_EMAIL: 'owner@daybreak-ai.example',
  LINK_KEYS: 'k'.repeat(32),
};

const problemsOf = (source: Record<string, string | undefined>): readonly string[] => {
  try {
    parseEnv(source);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
};

describe('environment', () => {
  it('is read with its defaults when it is complete', () => {
    expect(parseEnv(complete)).toMatchObject({
      host: '127.0.0.1',
      rateLimits: true,
      cookieKeys: ['n'.repeat(32), 'o'.repeat(32)],
      payments: { livemode: false, apiBase: undefined },
    });
    expect(['127.0.0.1', '192.0.2.1'].map((address) => parseEnv(complete).trustProxy(address, 0))).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['https://course.example', true],
    ['http://localhost:3000', false],
  ])('is secure if browsers use https: %s', (PUBLIC_URL, isSecure) => {
    expect(parseEnv({ ...complete, PUBLIC_URL })).toMatchObject({ isSecure });
  });

  it('is refused with a list of everything that is missing', () => {
    expect(problemsOf({}).map((problem) => problem.split(':')[0])).toEqual(Object.keys(complete));
  });

  it.each([
    ['STRIPE_SECRET_KEY', undefined],
    ['STRIPE_SECRET_KEY', ''],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_SECRET_KEY', 'sk_test_'],
    ['STRIPE_WEBHOOK_SECRET', undefined],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_1'],
    ['COOKIE_KEYS', 'short'],
    ['COOKIE_KEYS', ' , '],
    ['LINK_KEYS', 'short'],
    ['SMTP_URL', 'http://mail.example'],
    ['MAIL_FROM', 'not an address'],
    ['OWNER_EMAIL', undefined],
    ['SEND_HOUR', '24'],
    ['LESSONS_PER_MINUTE', '59'],
    ['LESSONS_PER_MINUTE', 'fast'],
    ['PUBLIC_URL', 'http://localhost:3000/path'],
    ['PUBLIC_URL', 'ftp://localhost'],
    ['PUBLIC_URL', 'localhost:3000'],
    ['PUBLIC_URL', 'not an address'],
    ['DATABASE_URL', 'mysql://x'],
    ['PORT', '70000'],
    ['RATE_LIMITS', 'maybe'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'edge'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['STRIPE_API_BASE', 'not an address'],
    ['STRIPE_API_BASE', 'http://127.0.0.1:4242/v1'],
    ['STRIPE_API_BASE', 'http://payments.example'],
  ])('refuses %s = %s', (name, value) => {
    expect(problemsOf({ ...complete, [name]: value })).toEqual([expect.stringMatching(`^${name}: `)]);
  });

  it.each(['sk_live_1', 'rk_live_1'])('refuses another API host together with the live key %s', (key) => {
    expect(problemsOf({ ...complete, STRIPE_SECRET_KEY: key, STRIPE_API_BASE: 'https://127.0.0.1:4242' })).toEqual([
      'STRIPE_API_BASE: must not be set together with a live key',
    ]);
  });

  it.each([
    ['http://127.0.0.1:4242', ''],
    ['http://localhost:4242', ''],
    ['http://[::1]:4242', ''],
    ['http://sandbox:4242', 'sandbox'],
    ['https://stripe-proxy.example', ''],
  ])('accepts %s with hosts "%s"', (base, hosts) => {
    expect(parseEnv({ ...complete, STRIPE_API_BASE: base, STRIPE_API_HOSTS: hosts }).payments.apiBase?.origin).toBe(
      base,
    );
  });

  it('reports nonsense in any variable with no error but an EnvError', () => {
    expect(ENV_NAMES).toContain('PUBLIC_URL');
    expect(unexpectedErrors(parseEnv, ENV_NAMES, complete, (error) => error instanceof EnvError)).toEqual([]);
  });

  it.each(
    PERSONAL_DATA.flatMap(({ data, deletedBy }) => (deletedBy ? [{ data, ...deletedBy }] : [])).filter(({ setting }) =>
      ENV_NAMES.includes(setting),
    ),
  )('deletes as the privacy policy says, by default and at the latest ($setting): $data', ({ setting, after }) => {
    const { sessionDays, paymentDays } = parseEnv(complete).retention;
    expect({ KEEP_SESSIONS_DAYS: sessionDays, KEEP_PAYMENT_DATA_DAYS: paymentDays }).toHaveProperty(setting, after);
    expect(problemsOf({ ...complete, [setting]: String(after) })).toEqual([]);
    expect(problemsOf({ ...complete, [setting]: String(after + 1) })).toEqual([
      expect.stringMatching(`^${setting}: must be at most ${after}`),
    ]);
  });

  it('never quotes a value', () => {
    const text = problemsOf({
      ...complete,
      STRIPE_SECRET_KEY: 'pk_secret',
      COOKIE_KEYS: 'too-short-key',
      DATABASE_URL: 'mysql://pass',
    }).join();
    expect(text).not.toMatch(/pk_secret|too-short-key|mysql/);
  });

  it('recognises live keys', () => {
    expect(parseEnv({ ...complete, STRIPE_SECRET_KEY: 'rk_live_1' }).payments.livemode).toBe(true);
  });
});
