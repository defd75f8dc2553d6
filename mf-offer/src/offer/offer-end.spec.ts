import type { Countdown } from '@course/funnel';
import { describe, expect, it } from 'vitest';
import { promoEnd, saleEnd, startedAt } from './offer-end.ts';

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const endsAt = '2026-12-01T00:00:00Z';
const END = Date.parse(endsAt);

describe('the end of the offer on /sales', () => {
  it('lies ten minutes ahead on each load', () => {
    expect(saleEnd(END, { sales002Countdown: { mode: 'evergreen' } })).toBe(END + 10 * MINUTE);
    expect(saleEnd(END, { sales002Countdown: { mode: 'off' } })).toBe(END + 10 * MINUTE);
  });

  it.each([
    ['long before a real deadline', END - 60 * MINUTE, END - 50 * MINUTE],
    ['shortly before a real deadline', END - MINUTE, END],
    ['after a real deadline', END + MINUTE, END],
  ])('%s', (_case, now, end) => {
    expect(saleEnd(now, { sales002Countdown: { mode: 'deadline', endsAt } })).toBe(end);
  });
});

describe('the countdown of /sales002', () => {
  function countdown(stored: string | null, sales002Countdown: Countdown = { mode: 'evergreen' }) {
    const store = { stored, read: () => store.stored, write: (start: string) => void (store.stored = start) };
    return { end: promoEnd(NOW, store, { sales002Countdown }), stored: store.stored };
  }

  it('starts on the first visit and is stored in milliseconds, verbatim', () => {
    expect(countdown(null)).toEqual({ end: NOW + 600_000, stored: '1700000000000' });
  });

  it('goes on after a reload', () => {
    const stored = String(NOW - 60_000);
    expect(countdown(stored)).toEqual({ end: NOW + 540_000, stored });
  });

  it.each(['soon', String(NOW + 86_400_000)])('starts anew when %s is stored', (stored) => {
    expect(countdown(stored)).toEqual({ end: NOW + 600_000, stored: String(NOW) });
  });

  it('ends at a real deadline for everybody, and stores nothing', () => {
    expect(countdown(null, { mode: 'deadline', endsAt })).toEqual({ end: END, stored: null });
  });

  it('may be off', () => {
    expect(countdown(null, { mode: 'off' }).end).toBeUndefined();
  });
});

describe('the stored start of the countdown', () => {
  it.each([
    ['goes on where it was', String(NOW - 60_000), NOW - 60_000],
    ['stays ended', String(NOW - 86_400_000), NOW - 86_400_000],
    ['may be this very moment', String(NOW), NOW],
    ['starts without one', null, NOW],
    ['starts anew when it lies ahead', String(NOW + 1), NOW],
    ['starts anew when it is no number', 'soon', NOW],
    ['starts anew when it is empty', '', NOW],
    ['starts anew when it is zero', '0', NOW],
    ['starts anew when it is negative', '-5', NOW],
    ['starts anew when it is no whole number', '1.7e12', NOW],
    ['starts anew when it is JSON', '{"version":1}', NOW],
  ])('%s', (_case, stored, start) => {
    expect(startedAt(stored, NOW)).toBe(start);
  });
});
