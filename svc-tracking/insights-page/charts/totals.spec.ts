import type { ChartRow } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { quizSeconds, totalsOf } from './totals.ts';

const aRow = (change: Partial<ChartRow<'conversion'>>): ChartRow<'conversion'> => ({
  key: 'A', visitors: 10, buyers: 1, conversion: 0.1, orders: 1, gross_cents: 1000, refunded_cents: 200, net_cents: 800, currency: 'usd', ...change,
});

describe('totals', () => {
  it('are sums over the variants', () => {
    expect(totalsOf([aRow({}), aRow({ key: 'B', visitors: 30, buyers: 3 })])).toEqual({
      visitors: 40, buyers: 4, conversion: 0.1, money: [{ currency: 'usd', grossCents: 2000, netCents: 1600 }],
    });
  });

  it('count a variant that sold in two currencies once, and add no dollars to euros', () => {
    const { visitors, buyers, money } = totalsOf([aRow({}), aRow({ currency: 'eur', buyers: 2, net_cents: 900 })]);
    expect({ visitors, buyers, net: money.map(({ currency, netCents }) => [currency, netCents]) }).toEqual({ visitors: 10, buyers: 3, net: [['usd', 800], ['eur', 900]] });
  });

  it('know no conversion without visitors, and no money without orders', () => {
    expect(totalsOf([])).toEqual({ visitors: 0, buyers: 0, conversion: null, money: [] });
    expect(totalsOf([aRow({ orders: 0, buyers: 0, gross_cents: 0, net_cents: 0 })]).money).toEqual([]);
  });
});

describe('the time in the quiz', () => {
  const aStep = (question_key: string | null, stayed_p50_seconds: number | null): ChartRow<'funnel'> => ({
    place: 1, step: 's', page_path: '/s', title: null, question_key, reached: 1, answered: 1, left_here: 0, still_here: 0, drop_off: 0, stayed_p50_seconds, left_p50_seconds: null, as_of: null,
  });

  it('adds up the numbered questions alone', () => {
    expect(quizSeconds([aStep('start', 100), aStep('q1', 4), aStep(null, 100), aStep('q20', 6), aStep('q2', null)])).toBe(10);
  });

  it('is unknown before anybody went on', () => {
    expect(quizSeconds([aStep('q1', null)])).toBeNull();
  });
});
