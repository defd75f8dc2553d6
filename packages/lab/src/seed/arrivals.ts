import { DAY_MS } from '@course/contracts';
import { HOUR_WEIGHTS, WEEKDAY_WEIGHTS } from './distributions.ts';
import type { Random } from '@course/test-kit/seeded-random';

const HOUR_MS = 3_600_000;

export interface Period {
  /** Both in ms since 1970, `from` included. */
  readonly from: number;
  readonly to: number;
}

export const periodOf = (days: number, until: number): Period => ({ from: until - days * DAY_MS, to: until });

/** Returns the relative number of visitors who arrive at a moment. */
const weightAt = (at: number): number => {
  const moment = new Date(at);
  return (HOUR_WEIGHTS[moment.getUTCHours()] ?? 0) * (WEEKDAY_WEIGHTS[moment.getUTCDay()] ?? 0);
};

interface Slot extends Period {
  /** Cumulative weight of all slots up to this one's end. */
  readonly upTo: number;
}

/** Returns the clock hours of the period. The first and the last may be shorter. */
const slotsOf = ({ from, to }: Period): readonly Slot[] => {
  const slots: Slot[] = [];
  for (let begin = from, upTo = 0; begin < to;) {
    const end = Math.min(to, begin - (begin % HOUR_MS) + HOUR_MS);
    upTo += weightAt(begin) * (end - begin);
    slots.push({ from: begin, to: end, upTo });
    begin = end;
  }
  return slots;
};

/**
 * Yields when each of `count` visitors arrives, in ms since 1970, in order, following the weights of hours and
 * weekdays.
 */
export function* arrivals(count: number, period: Period, random: Random): Generator<number> {
  const slots = slotsOf(period);
  const total = slots.at(-1)?.upTo ?? 0;
  let current = 0;
  for (let index = 0; index < count; index += 1) {
    // One draw in each of `count` equal parts, so that arrivals are in order without being stored.
    const drawn = ((index + random.next()) / count) * total;
    while ((slots[current]?.upTo ?? Infinity) <= drawn) current += 1;
    const slot = slots[current];
    if (!slot) return;
    const before = slots[current - 1]?.upTo ?? 0;
    yield Math.floor(slot.from + ((drawn - before) / (slot.upTo - before)) * (slot.to - slot.from));
  }
}
