import { isStoreFailure, toApiError } from '@course/service-kit';
import { freshStores } from '@course/test-kit/fresh-stores';
import { startGate } from '@course/test-kit/tcp-gate';
import type { Stores } from '@course/test-kit/test-stores';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createAnalystPool } from './analyst-pool.ts';
import { InsightsRepository } from './insights.repository.ts';
import { raw } from './chart-queries/statement.ts';

let stores: Stores;
let repository: InsightsRepository;

beforeAll(async () => {
  stores = await freshStores();
  repository = new InsightsRepository(
    createAnalystPool(stores.analystUrl, pino({ level: 'silent' }), { statementTimeoutMs: 200 }),
  );
});
afterAll(async () => {
  repository.onApplicationShutdown();
  await stores.stop();
});

it('cancels a query that takes too long, and says so', async () => {
  await expect(repository.run(raw('select pg_sleep(5)'))).rejects.toMatchObject({ code: 'insights_slow' });
});

const repositoryWith = (options: Parameters<typeof createAnalystPool>[2]): InsightsRepository => {
  const another = new InsightsRepository(createAnalystPool(stores.analystUrl, pino({ level: 'silent' }), options));
  onTestFinished(() => another.onApplicationShutdown());
  return another;
};

/** Occupies all connections of a repository. */
const occupy = (busy: InsightsRepository, seconds: number) =>
  Promise.all(Array.from({ length: 4 }, () => busy.run(raw(`select pg_sleep(${seconds})`))));

it('runs a query that had to wait for other queries', async () => {
  const busy = repositoryWith({});
  const others = occupy(busy, 2.3);
  expect((await busy.run(raw('select 1 as n'))).rows).toEqual([{ n: 1 }]);
  await others;
});

it('says that the database is busy, and not that it is away, when a query had to wait for too long', async () => {
  const busy = repositoryWith({ waitMs: 200 });
  // Connecting counts as waiting, and may take longer on a busy machine.
  await vi.waitFor(() => occupy(busy, 0), { timeout: 20_000 });
  const others = occupy(busy, 0.5);
  await expect(busy.run(raw('select 1'))).rejects.toMatchObject({
    code: 'insights_slow',
    message: expect.stringContaining('busy'),
  });
  await others;
});

/** A repository whose PostgreSQL does not respond. */
async function silentRepository(): Promise<InsightsRepository> {
  const gate = await startGate(stores.analystUrl);
  onTestFinished(() => gate.stop());
  gate.silence();
  const away = new InsightsRepository(createAnalystPool(gate.url, pino({ level: 'silent' })));
  onTestFinished(() => away.onApplicationShutdown());
  return away;
}

it('gives up connecting after 2 s', async () => {
  const away = await silentRepository();
  const since = performance.now();
  const error: unknown = await away.run(raw('select 1')).catch((failure: unknown) => failure);
  expect(isStoreFailure(error)).toBe(true);
  expect(performance.now() - since).toBeLessThan(3000);
});

it('says that the database is away, and not that it is busy, to all queries of a dashboard', async () => {
  const away = await silentRepository();
  const queries = await Promise.allSettled(Array.from({ length: 13 }, () => away.run(raw('select 1'))));
  const codes = queries.map((query) => query.status === 'rejected' && toApiError(query.reason).code);
  expect(new Set(codes)).toEqual(new Set(['store_unavailable']));
});

it('cannot change anything, and reads only what analysts may see', async () => {
  await expect(repository.run(raw('create table mine (id int)'))).rejects.toThrow(/read-only|permission denied/);
  await expect(repository.run(raw('select * from tracking.page_views'))).rejects.toThrow('permission denied');
});

it('reads large counts as numbers and times as UTC', async () => {
  const { rows } = await repository.run(
    raw(`select 9007199254740991::int8 as n, timestamptz '2026-03-01 01:00+01' as at`),
  );
  expect(rows).toEqual([{ n: 9_007_199_254_740_991, at: '2026-03-01T00:00:00.000Z' }]);
});

it('makes the server probe idle connections after 10 s', async () => {
  const { rows } = await repository.run(raw(`select current_setting('tcp_keepalives_idle') as seconds`));
  expect(rows).toEqual([{ seconds: '10' }]);
});
