import { describe, expect, it } from 'vitest';
import { hostOf, isExcludedBrowser, isOwnOrigin } from './origin.ts';

describe('the origin of a write', () => {
  it.each([
    [undefined, 'https://shop.example', true],
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
    ['nonsense', 'https://shop.example', false],
    ['', 'https://shop.example', false],
  ])('%s on %s: %s', (origin, publicUrl, own) => {
    expect(isOwnOrigin(origin, publicUrl)).toBe(own);
  });
});

it.each([
  ['imap://user:password@[::1]:143/INBOX', '::1'],
  ['smtps://[2001:db8::1]', '2001:db8::1'],
  ['smtp://127.0.0.1:1025', '127.0.0.1'],
  ['imaps://mail.example', 'mail.example'],
])('the host of %s is %s', (url, host) => {
  expect(hostOf(new URL(url))).toBe(host);
});

describe('the owner’s mark', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['not_counted=1', true],
    ['a=b; not_counted=1; c=d', true],
    ['not_counted=0', false],
    ['not_counted=12', false],
    ['xnot_counted=1', false],
    ['a=not_counted=1', false],
  ])('in %j: %s', (cookie, expected) => {
    expect(isExcludedBrowser(cookie)).toBe(expected);
  });
});
