/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULTS, daysOf, type Filters } from '../../filters/filters.ts';
import { isLastUnfinished, ViewsCard } from './views-card.tsx';

const NOW_MS = Date.now();
const HOUR_MS = 3_600_000;
const thisHour = new Date(Math.floor(NOW_MS / HOUR_MS) * HOUR_MS).toISOString();
const today = `${thisHour.slice(0, 10)}T00:00:00.000Z`;

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.spyOn(Date, 'now').mockReturnValue(NOW_MS);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const cardOf = (range: number, zone: Filters['zone'] = 'UTC') => {
  const filters = { ...DEFAULTS, range, zone };
  return <ViewsCard filters={filters} days={daysOf(filters, NOW_MS)} />;
};

test('calls the points hours until the points for days have loaded', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void answers.push(resolve)));
  const answer = (startsAt: string): void =>
    answers.shift()?.(Response.json({ sql: 'select 1;', rows: [{ starts_at: startsAt, views: 2, visitors: 1 }] }));
  const { rerender } = render(cardOf(1));
  answer(thisHour);
  await screen.findByText('The last hour is not over yet.');
  rerender(cardOf(28));
  expect(screen.getByRole('region', { name: 'Views over time' }).getAttribute('aria-busy')).toBe('true');
  screen.getByText('The last hour is not over yet.');
  answer(today);
  await screen.findByText('The last day is not over yet.');
});

test('shows times and links files in the zone of the rows until those of another zone have loaded', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void answers.push(resolve)));
  const { container, rerender } = render(cardOf(1));
  answers.shift()?.(Response.json({ sql: 'select 1;', rows: [{ starts_at: thisHour, views: 2, visitors: 1 }] }));
  await screen.findByText('The last hour is not over yet.');
  const time = (): string => container.querySelector('tbody td')?.textContent ?? '';
  const file = (): string | null => screen.getByRole('link', { name: 'Views over time as CSV' }).getAttribute('href');
  const before = [time(), file()];
  expect(before[0]).not.toBe('');
  rerender(cardOf(1, 'Asia/Kathmandu'));
  expect(screen.getByRole('region', { name: 'Views over time' }).getAttribute('aria-busy')).toBe('true');
  expect([time(), file()]).toEqual(before);
});

const points = (...begins: string[]) => begins.map((begin) => ({ starts_at: `2026-${begin}:00.000Z` }));
const days = (from: string, to: string, zone = 'UTC') => ({ from: `2026-${from}`, to: `2026-${to}`, zone });

const ONE_DAY = days('11-21', '11-21');
const HOURS = points('11-21T10:00', '11-21T11:00');
const WEEK = days('11-15', '11-21');
const DAYS = points('11-20T00:00', '11-21T00:00');
/** The day of 25 hours, and that of 23. */
const AUTUMN = days('10-19', '10-25', 'Europe/Berlin');
const SPRING = days('03-23', '03-29', 'Europe/Berlin');

test.each([
  ['hours', ONE_DAY, HOURS, '2026-11-21T11:30:00Z', true],
  ['hours', ONE_DAY, HOURS, '2026-11-21T12:00:00Z', false],
  ['the first hour of today', ONE_DAY, points('11-21T00:00'), '2026-11-21T00:30:00Z', true],
  ['hours to come', days('11-22', '11-22'), [], '2026-11-20T12:00:00Z', false],
  ['days', WEEK, DAYS, '2026-11-21T12:00:00Z', true],
  ['days', WEEK, DAYS, '2026-11-22T12:00:00Z', false],
  ['a day of 25 hours', AUTUMN, points('10-24T22:00'), '2026-10-25T22:30:00Z', true],
  ['a day of 25 hours', AUTUMN, points('10-24T22:00'), '2026-10-25T23:00:00Z', false],
  ['a day of 23 hours', SPRING, points('03-28T23:00'), '2026-03-29T21:30:00Z', true],
  ['a day of 23 hours', SPRING, points('03-28T23:00'), '2026-03-29T22:00:00Z', false],
])('%s: tells whether the last one is not over yet', (_which, query, rows, now, unfinished) => {
  expect(isLastUnfinished(rows, query, Date.parse(now))).toBe(unfinished);
});
