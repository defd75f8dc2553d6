import { pageViewId } from '@course/contracts';
import { expect, it } from 'vitest';
import { uuidV7 } from './uuid.ts';

it('lays out time, version, variant and random bits as in RFC 9562', () => {
  // The example of appendix A.6.
  const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
  expect(uuidV7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

it.each([0x00, 0x3f, 0x7f, 0xff])('is a UUIDv7 whatever the random bytes (%i)', (byte) => {
  expect(pageViewId.safeParse(uuidV7(Date.UTC(2026, 10, 1), new Uint8Array(10).fill(byte))).success).toBe(true);
});

it('sorts by time and never repeats', () => {
  const ids = Array.from({ length: 100 }, (_, index) => uuidV7(1_790_000_000_000 + index));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(Array.from({ length: 100 }, () => uuidV7(1))).size).toBe(100);
});
