import { describe, expect, it } from 'vitest';
import { closedAt, readableUntil } from './course-view.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 2, number, 7));
const now = day(10);

const active = {
  status: 'active',
  stopReason: null,
  days: 7,
  timeZone: 'UTC',
  weekdaysOnly: false,
  lessonsQueued: 3,
  nextDueAt: day(11),
  finishedAt: null,
  stoppedAt: null,
  updatedAt: now,
};
const finished = { ...active, status: 'finished', lessonsQueued: 7, nextDueAt: null, finishedAt: day(10) };
const stopped = { ...active, status: 'stopped', stopReason: 'unsubscribed', nextDueAt: null, stoppedAt: day(10) };
const paid = { status: 'paid', refundedAt: null, disputedAt: null };

describe('lessons can be read', () => {
  it.each([
    ['30 days after the last one, which is still to come', active, day(11 + 3 + 30)],
    // The four that are left go from Wednesday, March 11, to Monday, March 16.
    ['30 days after the last one, with weekends skipped', { ...active, weekdaysOnly: true }, day(16 + 30)],
    ['30 days after the last one', finished, day(40)],
    ['30 days after the reader unsubscribed', stopped, day(40)],
  ])('until %s', (_what, course, until) => {
    expect(readableUntil(course)).toEqual(until);
    expect(closedAt(course, paid, until)).toBeNull();
    expect(closedAt(course, paid, new Date(until.getTime() + 1))).toEqual({ because: 'over', since: until });
  });

  it.each([
    ['refunded', { ...paid, status: 'refunded', refundedAt: day(9) }, day(9)],
    ['disputed', { ...paid, status: 'disputed', disputedAt: day(8) }, day(8)],
  ] as const)('no longer once the order is %s, even after the last lesson', (because, order, since) => {
    expect(closedAt(finished, order, now)).toEqual({ because, since });
  });

  it('no longer once the course was stopped for a refund', () => {
    expect(closedAt({ ...stopped, stopReason: 'refunded' }, paid, now)).toEqual({
      because: 'refunded',
      since: day(10),
    });
  });
});
