import type { Countdown } from '@course/funnel';
import { describe, expect, it } from 'vitest';
import { promoEnd, saleEnd, startedAt } from './offer-end.ts';

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const endsAt = '2026-12-01T00:00:00Z';
const END = Date.parse(endsAt);

describe('the end of the offer on /sales', () => {
  it('is ten minutes after each load', () => {
    expect(saleEnd(END, { sales002Countdown: { mode: 'evergreen' } })).toBe(END + 10 * MINUTE);
    expect(saleEnd(END, { sales002Countdown: { mode: 'off' } })).toBe(END + 10 * MINUTE);
  });

  it.each([
    ['is ten minutes ahead long before a real deadline', END - 60 * MINUTE, END - 50 * MINUTE],
    ['is the deadline shortly before it', END - MINUTE, END],
    ['is the deadline after it has passed', END + MINUTE, END],
  ])('%s', (_case, now, end) => {
    expect(saleEnd(now, { sales002Countdown: { mode: 'deadline', endsAt } })).toBe(end);
  });
});

describe('the countdown of /sales002', () => {
  const end = (stored: string | null, sales002Countdown: Countdown = { mode: 'evergreen' }) =>
    promoEnd(NOW, stored, { sales002Countdown });

  it('starts on the first visit', () => {
    expect(end(null)).toBe(NOW + 600_000);
  });

  it('continues after a reload', () => {
    expect(end(String(NOW - 60_000))).toBe(NOW + 540_000);
  });

  it.each(['soon', String(NOW + 86_400_000)])('restarts if "%s" is stored', (stored) => {
    expect(end(stored)).toBe(NOW + 600_000);
  });

  it('ends at a real deadline for everybody', () => {
    expect(end(null, { mode: 'deadline', endsAt })).toBe(END);
  });

  it('can be turned off', () => {
    expect(end(null, { mode: 'off' })).toBeUndefined();
  });
});

describe('the stored start of the countdown', () => {
  it.each([
    ['continues from an earlier start', String(NOW - 60_000), NOW - 60_000],
    ['stays ended', String(NOW - 86_400_000), NOW - 86_400_000],
    ['may be the current moment', String(NOW), NOW],
    ['is now if none is stored', null, NOW],
    ['is now if the stored one is in the future', String(NOW + 1), NOW],
    ['is now if the stored one is not a number', 'soon', NOW],
    ['is now if the stored one is empty', '', NOW],
    ['is now if the stored one is zero', '0', NOW],
    ['is now if the stored one is negative', '-5', NOW],
    ['is now if the stored one is not a whole number', '1.7e12', NOW],
    ['is now if the stored one is JSON', '{"version":1}', NOW],
  ])('%s', (_case, stored, start) => {
    expect(startedAt(stored, NOW)).toBe(start);
  });
});
