import { expect, it } from 'vitest';
import { readSigned, signValue } from './signed-value.ts';

const signed = signValue('visit', 'v1.some.one', ['new', 'old']);

it('is read with any of the keys, and signed with the first', () => {
  expect(readSigned('visit', signed, ['newest', 'new'])).toBe('v1.some.one');
  expect(readSigned('visit', signed, ['old'])).toBeUndefined();
  expect(readSigned('visit', signed, [])).toBeUndefined();
});

it('is not signed without a key', () => {
  expect(() => signValue('visit', 'v1.some.one', [])).toThrow('no key');
});

it.each([
  ['another purpose', 'course', signed],
  ['another payload', 'visit', signed.replace('some', 'any')],
  ['a cut signature', 'visit', signed.slice(0, -2)],
  ['no signature', 'visit', 'v1.some.one.'],
  ['nothing but a signature', 'visit', signed.slice(signed.lastIndexOf('.'))],
  ['no dot', 'visit', 'nonsense'],
  ['nothing', 'visit', ''],
])('is not read with %s', (_, purpose, value) => {
  expect(readSigned(purpose, value, ['new', 'old'])).toBeUndefined();
});
