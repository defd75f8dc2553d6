/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULTS, daysOf, type Filters } from '../../filters/filters.ts';
import { isGoingOn, ViewsCard } from './views-card.tsx';

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

test('shows times in the zone of the rows until those of another zone have loaded', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void answers.push(resolve)));
  const { container, rerender } = render(cardOf(1));
  answers.shift()?.(Response.json({ sql: 'select 1;', rows: [{ starts_at: thisHour, views: 2, visitors: 1 }] }));
  await screen.findByText('The last hour is not over yet.');
  const time = (): string => container.querySelector('tbody td')?.textContent ?? '';
  const before = time();
  expect(before).not.toBe('');
  rerender(cardOf(1, 'Asia/Kathmandu'));
  expect(screen.getByRole('region', { name: 'Views over time' }).getAttribute('aria-busy')).toBe('true');
  expect(time()).toBe(before);
});

const points = (...begins: string[]) => begins.map((begin) => ({ starts_at: `2026-11-${begin}:00.000Z` }));

const HOURS = points('21T10:00', '21T11:00');
const DAYS = points('20T00:00', '21T00:00');

test.each([
  ['hours', HOURS, true, '2026-11-21T11:30:00Z', true],
  ['hours', HOURS, true, '2026-11-21T12:00:00Z', false],
  ['the first hour of today', points('21T00:00'), true, '2026-11-21T00:30:00Z', true],
  ['days', DAYS, false, '2026-11-21T12:00:00Z', true],
  ['days', DAYS, false, '2026-11-22T12:00:00Z', false],
  ['days to come', [], false, '2026-11-20T12:00:00Z', false],
])('%s: tells whether the last one is not over yet', (_which, rows, byHour, now, goingOn) => {
  expect(isGoingOn(rows, byHour, Date.parse(now))).toBe(goingOn);
});
