import { expect, it } from 'vitest';
import { isOwnOrigin } from './own-origin.ts';

it.each([
  ['http://localhost:3000', 'http://localhost:3000', true],
  ['http://127.0.0.1:3000', 'http://localhost:3000', true],
  ['http://[::1]:3000', 'http://127.0.0.1:3000', true],
  ['http://localhost:3001', 'http://localhost:3000', false],
  ['https://localhost:3000', 'http://localhost:3000', false],
  ['http://localhost.evil.example:3000', 'http://localhost:3000', false],
  ['http://localhost:3000/', 'http://localhost:3000', false],
  ['http://localhost:3000', 'https://shop.example', false],
  ['https://shop.example', 'https://shop.example', true],
  ['https://shop.example.evil.example', 'https://shop.example', false],
  ['http://shop.example', 'https://shop.example', false],
  ['null', 'https://shop.example', false],
  ['', 'https://shop.example', false],
])('%s on %s: %s', (origin, publicUrl, own) => {
  expect(isOwnOrigin(origin, publicUrl)).toBe(own);
});
