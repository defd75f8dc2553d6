import { PAGE_VIEW_STREAM } from '@course/contracts';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectRedis, createLogger, type Redis } from '@course/service-kit';
import { startService, type Service } from '../src/service.ts';
import { streamStatus } from '../src/writer/writer.metrics.ts';
import { aKey, aSessionId, envFor } from './support/builders.ts';
import { callsTo, idOf, resultsOf, type Calls } from './support/calls.ts';
import { rowsIn, type Rows } from './support/rows.ts';
import { until } from './support/until.ts';

const MB = 1024 * 1024;

let stores: Stores;
let redis: Redis;
let rows: Rows;
let services: Service[] = [];

beforeAll(async () => {
  stores = await freshStores();
  redis = connectRedis(stores.redisUrl, 'test', createLogger('svc-tracking', 'silent'));
  rows = rowsIn(stores.databaseUrl);
  await until('Redis answers', () => redis.isReady);
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  redis.destroy();
  await rows.close();
  await stores.stop();
});

beforeEach(async () => {
  await redis.configSet('maxmemory', '0');
  await redis.flushAll();
});

const start = async (overrides: Record<string, string> = {}): Promise<{ service: Service; calls: Calls }> => {
  const service = await startService(envFor(stores, overrides));
  services.push(service);
  const calls = callsTo(service.port);
  await until('the service is ready', async () => (await calls.call('/readyz')).status === 200);
  return { service, calls };
};

const stop = async (service: Service): Promise<void> => {
  services = services.filter((other) => other !== service);
  await service.stop();
};

const batchOf = (count: number) => ({
  items: Array.from({ length: count }, () => ({ sessionId: aSessionId(), pagePath: '/full', key: aKey() })),
});
const usedBytes = async (): Promise<number> => Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);

/** Sends batches until the service refuses one. */
const fill = async (calls: Calls): Promise<{ taken: string[]; refused: Awaited<ReturnType<Calls['batch']>> }> => {
  const taken: string[] = [];
  for (;;) {
    const answer = await calls.batch(batchOf(500));
    if (answer.status !== 200) return { taken, refused: answer };
    taken.push(...resultsOf(answer).map(({ id }) => id ?? ''));
  }
};

it('page views are refused before Redis runs out of memory, none is lost, and more are accepted once there is room', async () => {
  const maxmemory = (await usedBytes()) + 8 * MB;
  await redis.configSet('maxmemory', String(maxmemory));
  const { service, calls } = await start({ WRITER: 'off' });
  const { taken, refused } = await fill(calls);
  expect(refused).toMatchObject({ status: 503, body: { statusCode: 503, code: 'store_full' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(taken.length).toBeGreaterThan(5000);
  // Refused by the service, with room left: Redis itself still accepts writes.
  expect(await usedBytes()).toBeLessThan(maxmemory);
  await redis.set('room', 'left');
  expect(await calls.enter({ sessionId: aSessionId(), pagePath: '/' })).toMatchObject({
    status: 503,
    body: { code: 'store_full' },
  });
  const metrics = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text();
  const metric = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
  expect(metric('tracking_redis_used_bytes')).toBeGreaterThanOrEqual(metric('tracking_redis_limit_bytes'));
  expect(metric('tracking_stream_bytes')).toBeGreaterThan(MB);
  await start();
  await until('there is room again', async () => (await calls.batch(batchOf(1))).status === 200);
  await until('the stream is empty', async () => (await streamStatus(redis)).length === 0);
  const { rows: counted } = await rows.pool.query<{ n: number }>(
    'select count(*)::int as n from tracking.page_views where id = any($1::uuid[])',
    [taken],
  );
  expect(counted).toEqual([{ n: taken.length }]);
  expect(await streamStatus(redis)).toMatchObject({ pending: 0, dead: 0 });
  await Promise.all(services.map(stop));
  await redis.flushAll();
});

it('the stream is emptied even if other data has filled Redis and poison comes first', async () => {
  const { service, calls } = await start({ WRITER: 'off' });
  await redis.xAdd(PAGE_VIEW_STREAM.stream, '*', { [PAGE_VIEW_STREAM.field]: 'not json' });
  const id = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/behind' }));
  // In pieces: if a disk took seconds for 16 MB at once, this connection's watch would consider Redis silent.
  for (let piece = 0; piece < 16; piece += 1) await redis.set(`ballast-${piece}`, 'x'.repeat(MB));
  await redis.configSet('maxmemory', String(8 * MB));
  await expect(redis.set('room', 'none')).rejects.toThrow('OOM');
  await until(
    'an entry is refused',
    async () => (await calls.enter({ sessionId: aSessionId(), pagePath: '/' })).body['code'] === 'store_full',
  );
  await stop(service);
  await start({ WRITER_CLAIM_IDLE_MS: '300' });
  await until('the entry after the poison is stored', () => rows.byId(id));
  await until('only the poison is left', async () => (await streamStatus(redis)).length === 1);
  expect(await streamStatus(redis)).toMatchObject({ dead: 0 });
  await redis.configSet('maxmemory', '0');
  await until('the poison is buried', async () => (await streamStatus(redis)).dead === 1);
  await until('the stream is empty', async () => (await streamStatus(redis)).length === 0);
});
