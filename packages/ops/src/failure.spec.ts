import { expect, test } from 'vitest';
import { Failure, sentenceOf } from './failure.ts';

test.each([
  ['EROFS', '/data/secrets.json is on a file system that is read-only. Make it writable, or name a place that is.'],
  ['EACCES', '/data/secrets.json may not be written by this user. Make it writable, or name a place that is.'],
])('reports a file that cannot be written (%s) in one sentence', (code, sentence) => {
  expect(sentenceOf(Object.assign(new Error(`${code}: no, open`), { code, path: '/data/secrets.json' }))).toBe(
    sentence,
  );
});

test('reports other errors with their stack, and failures with their message only', () => {
  expect(sentenceOf(new Error('odd'))).toContain('failure.spec.ts');
  expect(sentenceOf(new Failure('Do this.'))).toBe('Do this.');
});
