import { describe, expect, it } from 'vitest';
import { promoEnd } from './promo-end.ts';

const NOW = 1_700_000_000_000;

function storeOf(stored: string | null) {
  const store = { stored, read: () => store.stored, write: (start: string) => void (store.stored = start) };
  return store;
}

describe('the countdown of /sales002', () => {
  it('starts on the first visit and is stored in milliseconds, verbatim', () => {
    const store = storeOf(null);
    expect(promoEnd({ mode: 'evergreen' }, store, NOW)).toBe(NOW + 600_000);
    expect(store.stored).toBe('1700000000000');
  });

  it('goes on after a reload', () => {
    const store = storeOf(String(NOW - 60_000));
    expect(promoEnd({ mode: 'evergreen' }, store, NOW)).toBe(NOW + 540_000);
    expect(store.stored).toBe(String(NOW - 60_000));
  });

  it.each(['soon', String(NOW + 86_400_000)])('starts anew when %s is stored', (stored) => {
    const store = storeOf(stored);
    expect(promoEnd({ mode: 'evergreen' }, store, NOW)).toBe(NOW + 600_000);
    expect(store.stored).toBe(String(NOW));
  });

  it('ends at a real deadline for everybody, and stores nothing', () => {
    const store = storeOf(null);
    expect(promoEnd({ mode: 'deadline', endsAt: '2026-01-01T00:00:00Z' }, store, NOW)).toBe(1_767_225_600_000);
    expect(store.stored).toBeNull();
  });

  it('may be off', () => {
    expect(promoEnd({ mode: 'off' }, storeOf(null), NOW)).toBeUndefined();
  });
});
