import { describe, expect, it } from 'vitest';
import { guaranteeEnds, withdrawalEnds } from './refund-periods.ts';

/** Paid shortly before midnight in Berlin, so that an hour more or less would be another day. */
describe('a period ends with its last day on the buyer’s calendar', () => {
  it.each([
    ['the guarantee', 'when clocks go forward', guaranteeEnds, '2027-03-10T22:30:00Z', '2027-04-09T21:59:59.999Z'],
    ['the guarantee', 'when clocks go back', guaranteeEnds, '2026-10-09T22:30:00Z', '2026-11-09T22:59:59.999Z'],
    ['the withdrawal', 'when clocks go forward', withdrawalEnds, '2027-03-20T22:30:00Z', '2027-04-03T21:59:59.999Z'],
    ['the withdrawal', 'when clocks go back', withdrawalEnds, '2026-10-20T21:30:00Z', '2026-11-03T22:59:59.999Z'],
  ])('%s, %s', (_what, _when, ends, paidAt, end) => {
    expect(ends(new Date(paidAt), 'Europe/Berlin')).toEqual(new Date(end));
  });
});
