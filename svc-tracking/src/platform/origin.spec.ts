import { expect, it } from 'vitest';
import { isOwnOrigin } from './origin.ts';

const PUBLIC = 'https://funnel.example';

it.each([
  ['none at all', undefined, 'funnel.example', true],
  ['the site itself', PUBLIC, 'funnel.example', true],
  ['localhost on the port called', 'http://localhost:3000', '127.0.0.1:3000', true],
  ['127.0.0.1 on the port called', 'http://127.0.0.1:3000', 'localhost:3000', true],
  ['localhost on another port', 'http://localhost:3001', 'localhost:3000', false],
  ['another site', 'https://evil.example', 'funnel.example', false],
  ['the site with another protocol', 'http://funnel.example', 'funnel.example', false],
  ['the site as a prefix', 'https://funnel.example.evil.example', 'funnel.example', false],
  ['a sandboxed frame', 'null', 'funnel.example', false],
  ['no address', 'nonsense', 'funnel.example', false],
  ['nothing', '', 'funnel.example', false],
])('judges %s', (_name, origin, host, expected) => {
  expect(isOwnOrigin(origin, host, PUBLIC)).toBe(expected);
});
