import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
