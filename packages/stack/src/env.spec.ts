import path from 'node:path';
import { expect, test } from 'vitest';
import { baseEnv, readMigrateEnv, readStackEnv } from './env.ts';
import { PROJECT_ROOT } from './paths.ts';

test('nothing has to be set', () => {
  expect(readStackEnv({})).toEqual({
    port: 3000,
    dataDir: path.join(PROJECT_ROOT, '.data'),
    databaseUrl: undefined,
    redisUrl: undefined,
    rateLimits: 'on',
    stripe: undefined,
    edgeSettings: {},
  });
});

test('an empty variable counts as not set', () => {
  expect(readStackEnv({ PORT: '', REDIS_URL: '', STRIPE_SECRET_KEY: '' })).toMatchObject({ port: 3000, redisUrl: undefined, stripe: undefined });
});

test('settings of the edge are passed on as they are, when they are set', () => {
  expect(readStackEnv({ PIXEL_ID: 'P1', CONSENT_MODE: '', SALES_SPLIT: '/sales=1' }).edgeSettings).toEqual({ PIXEL_ID: 'P1', SALES_SPLIT: '/sales=1' });
});

test('all that is wrong is named at once, without the values', () => {
  const wrong = { PORT: '70000', RATE_LIMITS: 'maybe', DATABASE_URL: 'mysql://me:secret@host/db' };
  expect(() => readStackEnv(wrong)).toThrow(/PORT must be a number from 1 to 65535; DATABASE_URL must be .*; RATE_LIMITS must be on or off/);
  expect(() => readStackEnv(wrong)).not.toThrow(/secret@host/);
});

test('all three Stripe keys or none', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(readStackEnv(keys).stripe).toEqual({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' });
  expect(() => readStackEnv({ ...keys, STRIPE_WEBHOOK_SECRET: undefined })).toThrow(/^Set all three of STRIPE_SECRET_KEY/);
});

test('children inherit no secret', () => {
  process.env['SOME_SECRET'] = 'x';
  expect(Object.keys(baseEnv())).not.toContain('SOME_SECRET');
});

test('the migration program says which of its variables is missing', () => {
  expect(() => readMigrateEnv({ DATABASE_URL: 'postgresql://h/db', FUNNEL_DATABASE_PASSWORD: 'long enough to be one' })).toThrow(/TRACKING_DATABASE_PASSWORD/);
});
