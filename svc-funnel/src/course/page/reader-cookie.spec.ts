import { expect, it } from 'vitest';
import { readReader } from './reader-cookie.ts';

it('reads cookies of earlier releases', () => {
  const cookie =
    'course_reader=BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc.1780315200.GUuQjP-JWlxpiZ-7YiIb0FZkgsNWNuCDkQ332YCrh08';
  const reading = { purpose: 'read', keys: ['an-old-key-of-32-characters-or-so'] } as const;
  expect(readReader(cookie, { ...reading, now: new Date('2026-06-02T12:00:00Z') })).toMatchObject({
    linkHash: Buffer.alloc(32, 7),
    expiresAt: new Date('2026-07-01T12:00:00Z'),
  });
});
