import { expect, it } from 'vitest';
import { isDeliverable } from './deliverable.ts';

it.each([
  'anna@gmail.com',
  'anna@example.com',
  'a.b+c@mail.example.co.uk',
  'anna@x.io',
  'Anna@GMAIL.COM',
  'anna@bücher.de'.replace('bücher', 'xn--bcher-kva'),
  'a@b.xn--p1ai',
])('%s could receive mail', (email) => {
  expect(isDeliverable(email)).toBe(true);
});

it.each([
  'a@b',
  'x@y.z',
  'anna@localhost',
  'anna@printer.local',
  'anna@nobody.invalid',
  'anna@shop.test',
  'anna@shop.example',
  'anna@10.0.0.1',
  'anna@a.b1',
  'anna@mail.',
  'anna@.com',
  'anna',
  '',
])('%j could not receive mail', (email) => {
  expect(isDeliverable(email)).toBe(false);
});
