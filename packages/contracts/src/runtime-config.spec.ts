import { describe, expect, it } from 'vitest';
import { fillMonths, monthAhead, monthToken } from './runtime-config.ts';

describe('the month ahead', () => {
  it.each([
    ['2025-10-15', 28, 'November 2025'],
    ['2026-01-03', 28, 'January 2026'],
    ['2026-01-04', 28, 'February 2026'],
    ['2026-12-31', 28, 'January 2027'],
    ['2028-02-01', 28, 'February 2028'],
    ['2026-02-28', 1, 'March 2026'],
  ])('of %s plus %i days is %s', (day, days, month) => {
    expect(monthAhead(day, days)).toBe(month);
  });

  it('replaces its token in served HTML and nothing else', () => {
    expect(fillMonths(`<b>${monthToken(28)}</b> {{month}} {{name}}`, '2026-11-21')).toBe(
      '<b>December 2026</b> {{month}} {{name}}',
    );
  });
});
