import { createLogger } from '@course/service-kit';
import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CountedNames } from './counted-names.ts';

const ADDRESS = '192.0.2.1';
const OUTAGE_MS = 60_000;
/** Longer than a flush or a retry is waited for. */
const SETTLED_MS = 5000;

/** PostgreSQL with a latency, which returns the names as they were when the query began. */
class FakePostgres {
  readonly stored: { kind: string; name: string }[] = [];
  readonly flushed: string[] = [];
  latencyMs = 1;
  /** For how many more names there is room. */
  free = 100;
  error: Error | undefined;

  async query(_sql: string, values?: [string, readonly string[]]): Promise<{ rows: unknown[] }> {
    const rows = [...this.stored];
    const { error } = this;
    await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    if (error) throw error;
    if (!values) return { rows };
    const [kind, names] = values;
    this.flushed.push(...names);
    this.stored.push(...names.map((name) => ({ kind, name })));
    return { rows: [{ free: this.free }] };
  }
}

let postgres: FakePostgres;
let names: CountedNames;
beforeEach(async () => {
  vi.useFakeTimers();
  postgres = new FakePostgres();
  names = new CountedNames(postgres as unknown as pg.Pool, createLogger('svc-tracking', 'silent'));
  names.onApplicationBootstrap();
  await vi.advanceTimersByTimeAsync(10);
});
afterEach(() => {
  names.onApplicationShutdown();
  vi.useRealTimers();
});

const view = (pagePath: string): void => names.noteNames({ pagePath, variant: null, release: null }, ADDRESS);

it('a name uses up the budget once, however long PostgreSQL is down, and is stored afterwards', async () => {
  postgres.error = new Error('connect ECONNREFUSED');
  for (let ms = 0; ms < OUTAGE_MS; ms += 100) {
    view('/new');
    await vi.advanceTimersByTimeAsync(100);
  }
  postgres.error = undefined;
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  for (let number = 2; number <= 11; number += 1) view(`/new-${number}`);
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  expect(postgres.flushed).toEqual(['/new', ...Array.from({ length: 9 }, (_, index) => `/new-${index + 2}`)]);
});

it.each([
  ['before', 59_500],
  ['while', 59_900],
])('a name that is stored %s the known ones are read again is not stored twice', async (_when, notedAtMs) => {
  postgres.latencyMs = 500;
  await vi.advanceTimersByTimeAsync(notedAtMs);
  view('/new');
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  view('/new');
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  expect(postgres.flushed).toEqual(['/new']);
});

it('a name that PostgreSQL refuses does not hold up others', async () => {
  postgres.error = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
  view('/refused');
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  postgres.error = undefined;
  view('/new');
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  expect(postgres.flushed).toEqual(['/new']);
});

it('paths for which there is no room use up no address’s budget, however long they keep coming', async () => {
  postgres.free = 0;
  view('/last');
  for (let minute = 0; minute < 20; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000 + SETTLED_MS);
    for (let caller = 0; caller < 60; caller += 1)
      names.noteNames(
        { pagePath: `/lost-${minute}-${caller}`, variant: null, release: null },
        `198.51.${minute}.${caller}`,
      );
  }
  postgres.free = 100;
  await vi.advanceTimersByTimeAsync(60_000 + SETTLED_MS);
  names.noteNames({ pagePath: null, variant: 'b', release: null }, '203.0.113.9');
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  expect(postgres.flushed).toEqual(['/last', 'b']);
});
