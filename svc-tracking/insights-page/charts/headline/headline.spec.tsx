/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULTS } from '../../filters/filters.ts';
import { Headline } from './headline.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NO_SALES = {
  key: 'A',
  visitors: 7,
  buyers: 0,
  conversion: 0,
  orders: 0,
  gross_cents: 0,
  refunded_cents: 0,
  net_cents: 0,
  currency: 'eur',
};

/** Responds to each chart with its rows; `null` refuses. A chart without an entry never responds. */
const serve = (charts: Readonly<Record<string, readonly object[] | null>>): void =>
  void vi.stubGlobal('fetch', (address: string) => {
    const rows = Object.entries(charts).find(([chart]) => address.startsWith(`/api/insights/${chart}?`))?.[1];
    if (rows === undefined) return new Promise(() => {});
    return Promise.resolve(
      rows === null
        ? Response.json({ code: 'store_unavailable', message: 'Away.' }, { status: 503 })
        : Response.json({ sql: 'select 1;', rows }),
    );
  });

const headlineOf = (from: string) => <Headline filters={DEFAULTS} days={{ from, to: '2026-11-21' }} />;
const figure = (name: string): string | null | undefined =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

test('says why the time in the quiz is missing, and shows the other figures', async () => {
  serve({ conversion: [NO_SALES], 'quiz-time': null });
  render(headlineOf('2026-11-20'));
  expect((await screen.findByRole('alert')).textContent).toContain('The time in the quiz could not be loaded. Away.');
  await screen.findByText('7');
  expect(figure('Time in the quiz')).toBe('–');
});

test('says what is missing also while other figures are loading', async () => {
  serve({ 'quiz-time': null });
  const { container } = render(headlineOf('2026-11-20'));
  const alert = await screen.findByRole('alert');
  expect(container.querySelector('[aria-busy="true"]')?.contains(alert)).toBe(false);
});

test('names no revenue in the currency of the sales', async () => {
  serve({ conversion: [NO_SALES] });
  render(headlineOf('2026-11-20'));
  await screen.findByText('7');
  expect(figure('Net revenue')).toBe('€0.00');
});

test('marks figures of other days until those of these days have loaded', async () => {
  serve({ conversion: [NO_SALES] });
  const { container, rerender } = render(headlineOf('2026-11-20'));
  await screen.findByText('7');
  expect(container.querySelector('[data-stale="true"]')).toBeNull();
  serve({});
  rerender(headlineOf('2026-11-01'));
  expect(screen.getByText('7').closest('[data-stale="true"]')).not.toBeNull();
  expect(screen.getByText('7').closest('[aria-busy="true"]')).not.toBeNull();
});
