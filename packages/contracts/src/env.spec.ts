import { expect, it } from 'vitest';
import { z } from 'zod';
import { origin, parseVariables, postgresUrl } from './env.ts';

const valuesOf = (source: Record<string, string>) =>
  parseVariables(z.object({ DATABASE_URL: postgresUrl.optional(), PUBLIC_URL: origin.optional() }), source);

it.each([
  ['postgresql://user:password@host:5432/name', 'postgresql://user:password@host:5432/name'],
  ['postgres://host/name', 'postgres://host/name'],
  ['postgresql://user@/name?host=/run/postgresql', 'postgresql://user@localhost/name?host=/run/postgresql'],
  ['postgresql:///name?host=/run/postgresql', 'postgresql://localhost/name?host=/run/postgresql'],
])('reads the address %s as a URL with a host', (DATABASE_URL, url) => {
  expect(valuesOf({ DATABASE_URL })).toEqual({ DATABASE_URL: url });
  expect(new URL(url).host).not.toBe('');
});

it('names every wrong variable on a line, without its value; an empty one counts as absent', () => {
  expect(valuesOf({ DATABASE_URL: '', PUBLIC_URL: 'https://shop.example/' })).toEqual({
    PUBLIC_URL: 'https://shop.example',
  });
  expect(() => valuesOf({ DATABASE_URL: 'postgres://[', PUBLIC_URL: 'https://shop.example/secret' })).toThrow(
    `The environment is not complete:
  DATABASE_URL: must be an address such as postgresql://user:password@host:5432/name
  PUBLIC_URL: must be an origin without path, such as https://example.com`,
  );
});
