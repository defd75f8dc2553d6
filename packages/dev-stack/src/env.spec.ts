import path from 'node:path';
import { EnvError } from '@course/contracts/env';
import { expect, test, vi } from 'vitest';
import { readEnv as readSandboxEnv, schema as sandboxSchema } from '@course/stripe-sandbox/env';
import { unexpectedErrors } from '@course/test-kit/nonsense';
import { readMigrateEnv } from '@course/ops/env';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { baseEnv, environment, isolatedEnv, publicUrlWarning, readDataDir, readStackEnv } from './env.ts';
import { readEnv as readOutboxEnv, schema as outboxSchema } from './mail-outbox/env.ts';

test('every variable is optional', () => {
  expect(readStackEnv({})).toEqual({
    port: 3000,
    publicUrl: undefined,
    dataDir: path.join(PROJECT_ROOT, '.data'),
    databaseUrl: undefined,
    redisUrl: undefined,
    rateLimits: 'on',
    stripe: undefined,
    mail: { smtpUrl: undefined, from: 'Daybreak AI <support@daybreak-ai.example>', owner: 'owner@daybreak-ai.example' },
    lessonsDir: path.join(PROJECT_ROOT, 'content/lessons'),
    resourcesDir: path.join(PROJECT_ROOT, 'content/resources'),
    picturesDir: path.join(PROJECT_ROOT, 'content/pictures'),
    settings: { edge: {}, tracking: {}, funnel: {} },
  });
});

test('an empty variable counts as not set', () => {
  expect(readStackEnv({ PORT: '', REDIS_URL: '', STRIPE_SECRET_KEY: '' })).toMatchObject({
    port: 3000,
    redisUrl: undefined,
    stripe: undefined,
  });
});

test('settings of the edge are passed on unchanged if they are set', () => {
  expect(
    readStackEnv({
      TRUST_PROXY: '1',
      PIXEL_ID: 'P1',
      CONSENT_MODE: '',
      SALES_SPLIT: '/sales=1',
    }).settings.edge,
  ).toEqual({ TRUST_PROXY: '1', PIXEL_ID: 'P1', SALES_SPLIT: '/sales=1' });
});

test('settings of the services are passed on unchanged if they are set', () => {
  expect(readStackEnv({ RETENTION_MONTHS: 'forever', REDIS_BUDGET_MB: '' }).settings.tracking).toEqual({
    RETENTION_MONTHS: 'forever',
  });
  expect(
    readStackEnv({ SEND_HOUR: '0', LESSONS_PER_MINUTE: '600', KEEP_SESSIONS_DAYS: '30', KEEP_PAYMENT_DATA_DAYS: '' })
      .settings.funnel,
  ).toEqual({ SEND_HOUR: '0', LESSONS_PER_MINUTE: '600', KEEP_SESSIONS_DAYS: '30' });
});

test('names every wrong variable at once, without its value', () => {
  const wrong = { PORT: '70000', RATE_LIMITS: 'maybe', DATABASE_URL: 'mysql://me:secret@host/db' };
  expect(() => readStackEnv(wrong)).toThrow(
    /PORT: must be from 1 to 65535\n {2}DATABASE_URL: must be .*\n {2}RATE_LIMITS: must be on or off/,
  );
  expect(() => readStackEnv(wrong)).not.toThrow(/secret@host/);
});

test('requires all three Stripe keys or none', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  expect(readStackEnv(keys).stripe).toEqual({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
  });
  expect(() => readStackEnv({ ...keys, STRIPE_WEBHOOK_SECRET: undefined })).toThrow(
    /^Set all three of STRIPE_SECRET_KEY/,
  );
});

test('a mail server requires a sender and the owner’s address', () => {
  const mail = {
    SMTP_URL: 'smtps://me:secret@mail.example',
    MAIL_FROM: 'Course <course@shop.example>',
    OWNER_EMAIL: 'me@shop.example',
  };
  expect(readStackEnv(mail).mail).toEqual({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM, owner: mail.OWNER_EMAIL });
  expect(() => readStackEnv({ ...mail, OWNER_EMAIL: '' })).toThrow(
    /^Set MAIL_FROM and OWNER_EMAIL along with SMTP_URL/,
  );
  expect(() => readStackEnv({ SMTP_URL: 'http://me:secret@mail.example' })).toThrow(
    / {2}SMTP_URL: must be an address such as smtp:[^ ]*$/,
  );
});

test('the public address is an origin', () => {
  expect(readStackEnv({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example');
  expect(() => readStackEnv({ PUBLIC_URL: 'shop.example/course' })).toThrow(
    'PUBLIC_URL: must be an http or https address',
  );
});

const SENDING = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@shop.example', OWNER_EMAIL: 'me@shop.example' };

test.each([
  [
    'a mail server',
    { ...SENDING, PORT: '4000' },
    /^Set PUBLIC_URL along with SMTP_URL to .*\bhttp:\/\/localhost:4000,/,
  ],
  ['a proxy', { TRUST_PROXY: '1' }, /^Set PUBLIC_URL along with TRUST_PROXY to .*\bhttp:\/\/localhost:3000,/],
])('%s without a public address brings a one-line warning', (_what, variables, warning) => {
  expect(publicUrlWarning(readStackEnv(variables))).toMatch(warning);
  expect(publicUrlWarning(readStackEnv({ ...variables, PUBLIC_URL: 'https://shop.example' }))).toBeUndefined();
});

test('no public address is needed without a mail server and a proxy', () => {
  expect(publicUrlWarning(readStackEnv({}))).toBeUndefined();
});

test('lessons, resources and pictures can be moved', () => {
  expect(
    readStackEnv({
      LESSONS_DIR: '/srv/lessons',
      RESOURCES_DIR: '/srv/resources',
      PICTURES_DIR: '/srv/pictures',
    }),
  ).toMatchObject({
    lessonsDir: '/srv/lessons',
    resourcesDir: '/srv/resources',
    picturesDir: '/srv/pictures',
  });
});

test('child processes inherit no secret', () => {
  process.env['SOME_SECRET'] = 'x';
  expect(Object.keys(baseEnv())).not.toContain('SOME_SECRET');
});

test('the migration program says which of its variables is missing', () => {
  expect(() =>
    readMigrateEnv({ DATABASE_URL: 'postgresql://h/db', FUNNEL_DATABASE_PASSWORD: 'long enough to be one' }),
  ).toThrow(/TRACKING_DATABASE_PASSWORD/);
});

test('commands about remotes need only the data folder', () => {
  const ofOneContainer = { DATA_DIR: '/data', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
  expect(readDataDir(ofOneContainer)).toBe('/data');
  expect(() => readStackEnv(ofOneContainer)).toThrow('Set all three');
});

test.each([
  ['the commands', readStackEnv, Object.keys(environment.shape), {}],
  ['the migration', readMigrateEnv, ['DATABASE_URL', 'FUNNEL_DATABASE_PASSWORD'], {}],
  ['the sandbox', readSandboxEnv, Object.keys(sandboxSchema.shape), {}],
  ['the outbox', readOutboxEnv, Object.keys(outboxSchema.shape), { MAIL_DIR: '/mails' }],
] as const)('%s: nonsense in any variable causes no error but one in plain words', (_name, read, names, good) => {
  const isExpected = (error: unknown) => error instanceof EnvError || error instanceof Failure;
  expect(
    unexpectedErrors(read as (source: Record<string, string | undefined>) => unknown, names, good, isExpected),
  ).toEqual([]);
});

test('a stack of tests and measurements gets none of the owner’s settings', () => {
  const settings = { DATABASE_URL: 'postgresql://host/shop', STRIPE_SECRET_KEY: 'sk_live_1', SEND_HOUR: '9' };
  for (const [name, value] of Object.entries({ ...settings, CHROME_PATH: '/usr/bin/chromium' }))
    vi.stubEnv(name, value);
  const { CHROME_PATH, ...others } = isolatedEnv();
  vi.unstubAllEnvs();
  expect(CHROME_PATH).toBe('/usr/bin/chromium');
  expect(Object.keys(settings).filter((name) => name in others)).toEqual([]);
});
