import { EnvError } from '@course/contracts/env';
import { unexpectedErrors } from '@course/test-kit/nonsense';
import { expect, it } from 'vitest';
import { ENV_NAMES, readEnv } from './env.ts';

const complete = {
  PORT: '3000',
  PUBLIC_URL: 'http://localhost:3000',
  FUNNEL_URL: 'http://127.0.0.1:4000',
  TRACKING_URL: 'http://127.0.0.1:4001',
  RELEASE_STORE: '/releases',
  RELEASES_DIR: '/data',
};

it('rejects nonsense in any variable with a readable message', () => {
  expect(ENV_NAMES).toContain('PUBLIC_URL');
  expect(readEnv(complete)).toMatchObject({ PUBLIC_URL: 'http://localhost:3000' });
  expect(
    unexpectedErrors(readEnv, ENV_NAMES, complete, (error) =>
      /^The environment is not complete:\n {2}[A-Z_]+/.test((error as Error).message),
    ),
  ).toEqual([]);
});

it.each(
  ['PUBLIC_URL', 'FUNNEL_URL', 'TRACKING_URL', 'PAYMENTS_SCRIPT_URL', 'PIXEL_SCRIPT_URL'].flatMap((name) =>
    ['not an address', 'localhost:3000', 'ftp://localhost'].map((value) => [name, value] as const),
  ),
)('rejects %s = %s in one sentence', (name, value) => {
  expect(() => readEnv({ ...complete, [name]: value })).toThrow(
    new EnvError([`${name}: must be an http or https address`]),
  );
});
