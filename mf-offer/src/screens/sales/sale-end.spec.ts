import { describe, expect, it } from 'vitest';
import { saleEnd } from './sale-end.ts';

const endsAt = '2026-12-01T00:00:00Z';
const END = Date.parse(endsAt);
const MINUTE = 60_000;

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
