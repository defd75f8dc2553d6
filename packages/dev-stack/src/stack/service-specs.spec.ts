import { scratchFolder } from '@course/test-kit/scratch';
import { expect, test } from 'vitest';
import { readStackEnv } from '../env.ts';
import { loadSecrets } from './secrets.ts';
import {
  edgeSpec,
  funnelSpec,
  mailAddress,
  mailSpec,
  releasesSpec,
  trackingSpec,
  type SpecContext,
} from './service-specs.ts';

const contextOf = (source: NodeJS.ProcessEnv): SpecContext => {
  const secrets = loadSecrets(scratchFolder());
  const ports = { funnelPort: 1, trackingPort: 2, releasesPort: 3, internalPort: 4 };
  const database = 'postgresql://127.0.0.1/course';
  const databases = { funnelDatabaseUrl: database, trackingDatabaseUrl: database, analystUrl: database };
  return {
    env: readStackEnv(source),
    secrets,
    at: { ...ports, ...databases, redisUrl: 'redis://127.0.0.1', smtpUrl: 'smtp://127.0.0.1' },
    stripe: secrets.sandbox,
    sandbox: undefined,
  };
};

test.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'https://shop.example' }, 'https://shop.example'],
  ['the port on this machine', { PORT: '3100' }, 'http://localhost:3100'],
])('every program gets the address that visitors type: %s', (_case, source, address) => {
  const context = contextOf(source);
  for (const spec of [edgeSpec, funnelSpec, trackingSpec, releasesSpec])
    expect(spec(context).command.env['PUBLIC_URL']).toBe(address);
  // The addresses of pictures in mails begin with it.
  expect(mailSpec(context.env, mailAddress(5, 6)).command.env['PICTURES_URL']).toBe(`${address}/api/pictures/`);
});
