/** @vitest-environment jsdom */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULTS } from '../../filters/filters.ts';
import { PageTimingCard } from './page-timing-card.tsx';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');

/** Open requests by the first day that they ask for. */
let open: Map<string, (response: Response) => void>;

beforeEach(() => {
  open = new Map();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal('fetch', (address: string) => {
    const from = new URL(address, 'http://localhost').searchParams.get('from') ?? '';
    return new Promise<Response>((resolve) => void open.set(from, resolve));
  });
  vi.spyOn(Date, 'now').mockReturnValue(NOW_MS);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answer = (from: string, views: number): Promise<void> =>
  act(async () =>
    open.get(from)?.(
      Response.json({
        sql: 'select 1;',
        rows: [
          {
            page_path: '/q1',
            views,
            exits: views,
            began: 4,
            bounces: 1,
            bounce_rate: 0.25,
            mean_seconds: views,
            p50_seconds: views,
            p75_seconds: views,
            p90_seconds: views,
            p99_seconds: views,
          },
        ],
      }),
    ),
  );

const cardOf = (from: string, to: string) => <PageTimingCard filters={DEFAULTS} days={{ from, to }} />;
const cells = (): (string | null)[] => screen.getAllByRole('cell').map((cell) => cell.textContent);

test('compares days only with those before them while others are loading', async () => {
  const { rerender } = render(cardOf('2026-11-10', '2026-11-11'));
  await answer('2026-11-10', 60);
  await answer('2026-11-08', 50);
  expect(cells().slice(0, 2)).toEqual(['60, before: 50', '1 min 00 s, before: 50.0 s']);
  rerender(cardOf('2026-11-14', '2026-11-15'));
  await answer('2026-11-14', 30);
  expect(cells().slice(0, 2)).toEqual(['30', '30.0 s']);
  await answer('2026-11-12', 20);
  expect(cells().slice(0, 2)).toEqual(['30, before: 20', '30.0 s, before: 20.0 s']);
});

test('does not compare views while the last day is not over', async () => {
  render(cardOf('2026-11-20', '2026-11-21'));
  await answer('2026-11-20', 30);
  await answer('2026-11-18', 50);
  screen.getByText('The last day is not over yet, so views are not compared.');
  expect(cells().slice(0, 2)).toEqual(['30', '30.0 s, before: 50.0 s']);
});

test('says why the days before are missing', async () => {
  render(cardOf('2026-11-10', '2026-11-11'));
  await answer('2026-11-10', 60);
  await act(async () => open.get('2026-11-08')?.(Response.json({ code: 'x', message: 'Away.' }, { status: 503 })));
  expect(screen.getByRole('alert').textContent).toContain('The days before could not be loaded. Away.');
});
