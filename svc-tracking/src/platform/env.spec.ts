import { unexpectedErrors } from '@course/test-kit/nonsense';
import { expect, it } from 'vitest';
import { ENV_NAMES, parseEnv } from './env.ts';

const complete = {
  DATABASE_URL: 'postgresql://svc_tracking:x@127.0.0.1:5432/course',
  REDIS_URL: 'redis://127.0.0.1:6379',
  PUBLIC_URL: 'http://localhost:3000/',
  PAGE_VIEW_KEYS: 'first-key-0123456789, second-key-0123456789',
};

it('reads a complete environment', () => {
  const env = parseEnv(complete);
  expect(env).toMatchObject({
    PUBLIC_URL: 'http://localhost:3000',
    RATE_LIMITS: true,
    WRITER: true,
    HOST: '127.0.0.1',
  });
  expect(env.PAGE_VIEW_KEYS).toEqual(['first-key-0123456789', 'second-key-0123456789']);
});

it('lists everything that is wrong at once, without any value', () => {
  const wrong = {
    ...complete,
    REDIS_URL: undefined,
    PORT: '99999',
    PAGE_VIEW_KEYS: 'short-secret',
    RATE_LIMITS: 'maybe',
  };
  const failing = () => parseEnv(wrong);
  for (const name of ['REDIS_URL', 'PORT', 'PAGE_VIEW_KEYS', 'RATE_LIMITS']) expect(failing).toThrow(name);
  expect(failing).not.toThrow('short-secret');
});

it.each([
  [undefined, 25],
  ['3', 3],
  ['forever', undefined],
])('reads RETENTION_MONTHS %s as %s', (value, months) => {
  expect(parseEnv({ ...complete, RETENTION_MONTHS: value }).RETENTION_MONTHS).toBe(months);
});

it('treats empty insights settings as absent, and refuses a short token', () => {
  const { INSIGHTS_TOKEN: token, ANALYST_URL: address } = parseEnv({
    ...complete,
    INSIGHTS_TOKEN: '',
    ANALYST_URL: '',
  });
  expect([token, address]).toEqual([undefined, undefined]);
  expect(() => parseEnv({ ...complete, INSIGHTS_TOKEN: 'a'.repeat(31) })).toThrow(
    'INSIGHTS_TOKEN: must have at least 32',
  );
});

it.each(['true', 'edge', '10.0.0.0/33', '0.0.0.0/0'])('refuses to trust %s', (value) => {
  expect(() => parseEnv({ ...complete, TRUST_PROXY: value })).toThrow('TRUST_PROXY: must be the number of proxies');
});

it.each(['0', '2', '1201', '-1', 'never', '12.5'])('refuses to keep %s months', (value) => {
  expect(() => parseEnv({ ...complete, RETENTION_MONTHS: value })).toThrow('RETENTION_MONTHS');
});

it('rejects nonsense in any variable with a readable message', () => {
  expect(ENV_NAMES).toContain('PUBLIC_URL');
  expect(
    unexpectedErrors(parseEnv, ENV_NAMES, complete, (error) =>
      /^The environment is not complete:\n {2}[A-Z_]+/.test((error as Error).message),
    ),
  ).toEqual([]);
});
