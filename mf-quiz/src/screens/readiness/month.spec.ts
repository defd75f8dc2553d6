import { describe, expect, it } from 'vitest';
import { monthAfter } from './month.ts';

describe('the month that the challenge ends in', () => {
  it.each([
    ['within a month', new Date(2025, 10, 2), 'November 2025'],
    ['into the next month', new Date(2025, 9, 20), 'November 2025'],
    ['into the next year', new Date(2025, 11, 4), 'January 2026'],
    ['on the last day that stays in it', new Date(2025, 11, 3, 23, 59), 'December 2025'],
    ['through a February of 28 days', new Date(2027, 1, 1), 'March 2027'],
    ['through a February of 29 days', new Date(2028, 1, 1), 'February 2028'],
  ])('is right %s', (_case, today, month) => {
    expect(monthAfter(today, 28)).toBe(month);
  });
});
