import path from 'node:path';
import { expect, test } from 'vitest';
import { readMigrateEnv } from '@course/ops/env';
import { PROJECT_ROOT } from '@course/ops/paths';
import { baseEnv, readStackEnv } from './env.ts';

test('nothing has to be set', () => {
  expect(readStackEnv({})).toEqual({
    port: 3000,
    dataDir: path.join(PROJECT_ROOT, '.data'),
    databaseUrl: undefined,
    redisUrl: undefined,
    rateLimits: 'on',
    stripe: undefined,
    mail: { smtpUrl: undefined, from: 'Daybreak AI <support@daybreak-ai.example>', owner: 'owner@daybreak-ai.example' },
    lessonsDir: path.join(PROJECT_ROOT, 'content/lessons'),
    sendHour: undefined,
    lessonsPerMinute: undefined,
    edgeSettings: {},
    trackingSettings: {},
  });
});

test('an empty variable counts as not set', () => {
  expect(readStackEnv({ PORT: '', REDIS_URL: '', STRIPE_SECRET_KEY: '' })).toMatchObject({ port: 3000, redisUrl: undefined, stripe: undefined });
});

test('settings of the edge are passed on as they are, when they are set', () => {
  expect(readStackEnv({ PIXEL_ID: 'P1', CONSENT_MODE: '', SALES_SPLIT: '/sales=1' }).edgeSettings).toEqual({ PIXEL_ID: 'P1', SALES_SPLIT: '/sales=1' });
});

test('settings of svc-tracking are passed on as they are, when they are set', () => {
  expect(readStackEnv({ RETENTION_MONTHS: 'forever', REDIS_BUDGET_MB: '' }).trackingSettings).toEqual({ RETENTION_MONTHS: 'forever' });
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

test('a mail server needs to know whom mails come from and who hears of refund requests', () => {
  const mail = { SMTP_URL: 'smtps://me:secret@mail.example', MAIL_FROM: 'Course <course@shop.example>', OWNER_EMAIL: 'me@shop.example' };
  expect(readStackEnv(mail).mail).toEqual({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM, owner: mail.OWNER_EMAIL });
  expect(() => readStackEnv({ ...mail, OWNER_EMAIL: '' })).toThrow(/^Set MAIL_FROM and OWNER_EMAIL beside SMTP_URL/);
  expect(() => readStackEnv({ SMTP_URL: 'http://me:secret@mail.example' })).toThrow(/^Correct the environment: SMTP_URL must be an address such as smtp:[^ ]*$/);
});

test('lessons and their hour can be moved', () => {
  expect(readStackEnv({ LESSONS_DIR: '/srv/lessons', SEND_HOUR: '0' })).toMatchObject({ lessonsDir: '/srv/lessons', sendHour: 0 });
  expect(readStackEnv({ LESSONS_PER_MINUTE: '600' })).toMatchObject({ lessonsPerMinute: 600 });
  expect(() => readStackEnv({ LESSONS_PER_MINUTE: '1' })).toThrow(/LESSONS_PER_MINUTE must be a number from 60 to 60000/);
  expect(() => readStackEnv({ SEND_HOUR: '24' })).toThrow(/SEND_HOUR must be an hour from 0 to 23/);
});

test('children inherit no secret', () => {
  process.env['SOME_SECRET'] = 'x';
  expect(Object.keys(baseEnv())).not.toContain('SOME_SECRET');
});

test('the migration program says which of its variables is missing', () => {
  expect(() => readMigrateEnv({ DATABASE_URL: 'postgresql://h/db', FUNNEL_DATABASE_PASSWORD: 'long enough to be one' })).toThrow(/TRACKING_DATABASE_PASSWORD/);
});
