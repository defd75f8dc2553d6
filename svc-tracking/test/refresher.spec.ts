import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type Service } from '../src/service.ts';
import { aSessionId, anExit, envFor } from './support/builders.ts';
import { callsTo, idOf } from './support/calls.ts';
import { aPool } from './support/pool.ts';
import { until } from './support/until.ts';

let service: Service;
let analyst: pg.Pool;

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
  analyst = aPool(stores.analystUrl);
  service = await startService(envFor(stores));
  await until('ready', async () => (await fetch(`http://127.0.0.1:${service.port}/readyz`)).ok);
});
afterAll(async () => {
  await service.stop();
  await analyst.end();
  await stores.stop();
});

const RANGE = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
const PAGE = '/processing';

const numbers = async (sql: string, values: unknown[]): Promise<number[]> =>
  Object.values((await analyst.query<Record<string, unknown>>(sql, values)).rows[0] ?? {}).map(Number);

it('shows analysts what was acknowledged, within seconds', async () => {
  const { enter, exit } = callsTo(service.port);
  const timing = () =>
    numbers('select views, exits, round(mean_seconds) from analytics.page_timing($1, $2) where page_path = $3', [
      ...RANGE,
      PAGE,
    ]);
  const [views = 0, exits = 0] = await timing();
  const id = idOf(await enter({ sessionId: aSessionId(), pagePath: PAGE }));
  await exit(id, anExit({ timeSpentSeconds: 7 }));
  await expect.poll(timing, { interval: 20 }).toEqual([views + 1, exits + 1, 7]);
});

it('refreshes the funnel by itself', async () => {
  const { enter } = callsTo(service.port);
  const reached = () => numbers(`select reached from analytics.funnel($1, $2) where step = 'q17'`, RANGE);
  const [before = 0] = await reached();
  await enter({ sessionId: aSessionId(), pagePath: '/q17' });
  await expect.poll(reached).toEqual([before + 1]);
});
