import { expect, it } from 'vitest';
import { readSigned, readSignedWithTime, signValue, signWithTime } from './signed-value.ts';

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

it('with a time is read until it is too old', () => {
  const [signedAt, expiresAt] = [new Date(1_800_000_000_000), new Date(1_800_000_060_000)];
  const value = signWithTime('visit', 'v1.one', ['new'], new Date(signedAt.getTime() + 999));
  expect(value).toBe(signValue('visit', 'v1.one.1800000000', ['new']));
  const readAt = (ms: number) =>
    readSignedWithTime('visit', value, { keys: ['new'], now: new Date(ms), maxAgeSeconds: 60 });
  expect(readAt(expiresAt.getTime() - 1)).toEqual({
    payload: 'v1.one',
    signedText: 'v1.one.1800000000',
    signedAt,
    expiresAt,
  });
  expect(readAt(expiresAt.getTime())).toBeUndefined();
});

it.each(['v1.one', 'v1.one.', 'v1.one.12x', `v1.one.${'1'.repeat(13)}`])('%s has no time', (payload) => {
  const reading = { keys: ['new'], now: new Date(0), maxAgeSeconds: 60 };
  expect(readSignedWithTime('visit', signValue('visit', payload, ['new']), reading)).toBeUndefined();
});
