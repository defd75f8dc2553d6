import { SESSION_ID } from '@course/contracts';
import { expect, it } from 'vitest';
import { makeSessionId, newSessionId } from './session-id.ts';

it('has the prefix, 13 digits of milliseconds, and URL-safe random characters', () => {
  const random = new Uint8Array(18).fill(0xff);
  expect(makeSessionId(1_790_000_000_000, random)).toBe(`session_1790000000000_${'_'.repeat(24)}`);
  expect(makeSessionId(1_790_000_000_000, random.fill(0xfb))).toMatch(/^session_\d{13}_[-_\w]{24}$/);
});

it.each([0, 0x3e, 0x3f, 0x7f, 0xff])('is accepted by the server, whatever the random bytes (%i)', (byte) => {
  expect(makeSessionId(Date.UTC(2026, 0, 1), new Uint8Array(18).fill(byte))).toMatch(SESSION_ID);
});

it('has at least 128 random bits and never repeats', () => {
  const ids = Array.from({ length: 100 }, newSessionId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id.split('_').slice(2).join('_').length * 6).toBeGreaterThanOrEqual(128);
});
