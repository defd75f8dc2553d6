import type { ChartRow } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { totalsOf } from './totals.ts';

const aRow = (change: Partial<ChartRow<'conversion'>>): ChartRow<'conversion'> => ({
  key: 'A',
  visitors: 10,
  buyers: 1,
  conversion: 0.1,
  orders: 1,
  gross_cents: 1000,
  refunded_cents: 200,
  net_cents: 800,
  currency: 'usd',
  ...change,
});

describe('totals', () => {
  it('are sums over the variants', () => {
    expect(totalsOf([aRow({}), aRow({ key: 'B', visitors: 30, buyers: 3 })])).toEqual({
      visitors: 40,
      buyers: 4,
      conversion: 0.1,
      money: [{ currency: 'usd', grossCents: 2000, netCents: 1600 }],
    });
  });

  it('count the visitors of a variant that sold in two currencies once, and do not add dollars to euros', () => {
    const { visitors, buyers, money } = totalsOf([aRow({}), aRow({ currency: 'eur', buyers: 2, net_cents: 900 })]);
    expect({ visitors, buyers, net: money.map(({ currency, netCents }) => [currency, netCents]) }).toEqual({
      visitors: 10,
      buyers: 3,
      net: [
        ['usd', 800],
        ['eur', 900],
      ],
    });
  });

  it('have no conversion without visitors and no money without orders', () => {
    expect(totalsOf([])).toEqual({ visitors: 0, buyers: 0, conversion: null, money: [] });
    expect(totalsOf([aRow({ orders: 0, buyers: 0, gross_cents: 0, net_cents: 0 })]).money).toEqual([]);
  });
});
