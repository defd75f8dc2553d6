/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULTS } from '../../filters/filters.ts';
import { ConversionCard } from './conversion-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (
  key: string,
  [visitors, buyers]: readonly [number, number],
  [gross, refunded]: readonly [number, number],
) => ({
  key,
  visitors,
  buyers,
  conversion: visitors === 0 ? null : buyers / visitors,
  orders: buyers,
  gross_cents: gross,
  refunded_cents: refunded,
  net_cents: gross - refunded,
  currency: 'usd',
});

test('shows the value next to every bar, even if it is zero or unknown', async () => {
  const rows = [
    row('A', [3, 1], [2240, 0]),
    row('B', [7, 0], [0, 0]),
    row('C', [0, 0], [0, 0]),
    row('D', [2, 2], [3240, 400]),
  ];
  vi.stubGlobal('fetch', async () => Response.json({ sql: 'select 1;', rows }));
  render(<ConversionCard filters={DEFAULTS} days={{ from: '2026-11-20', to: '2026-11-21' }} onChange={() => {}} />);
  const figures = await screen.findAllByRole('figure');
  const bars = figures.map((figure) => [...figure.querySelectorAll('li')].map(({ textContent }) => textContent));
  expect(bars).toEqual([
    ['A 1 of 3 (33.3%)', 'B 0 of 7 (0.0%)', 'C –', 'D 2 of 2 (100.0%)'],
    ['A $22.40', 'B $0.00', 'C $0.00', 'D $32.40, $4.00 refunded'],
  ]);
});
