import { PAGE_VIEW_STREAM } from '@course/contracts';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectRedis, createLogger, type Redis } from '@course/service-kit';
import { createGroup, GROUP } from '../src/stream/stream.ts';
import { StreamGroup } from '../src/writer/stream-group.ts';
import { startService } from '../src/service.ts';
import { envFor } from './support/builders.ts';
import { until } from './support/until.ts';

let redis: Redis;
let writer: StreamGroup;

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
  redis = connectRedis(stores.redisUrl, 'test', createLogger('svc-tracking', 'silent'));
  writer = new StreamGroup('me', redis, redis);
  await until('Redis answers', () => redis.isReady);
});

afterAll(async () => {
  redis.destroy();
  await stores.stop();
});

beforeEach(async () => {
  await redis.flushAll();
  await createGroup(redis);
});

const add = (text: string) => redis.xAdd(PAGE_VIEW_STREAM.stream, '*', { [PAGE_VIEW_STREAM.field]: text });
const pending = async () => (await redis.xPending(PAGE_VIEW_STREAM.stream, GROUP)).pending;

it('reads its pending entries again after a lost connection, and drops those that were half acknowledged', async () => {
  const settled = await add('settled');
  const [left, other] = [await add('left'), await add('other')];
  expect(await writer.fresh(2, 0)).toHaveLength(2);
  expect(await new StreamGroup('another', redis, redis).fresh(10, 0)).toEqual([{ streamId: other, text: 'other' }]);
  await redis.xDel(PAGE_VIEW_STREAM.stream, settled);
  expect(await writer.pending(10)).toEqual([{ streamId: left, text: 'left' }]);
  expect(await pending()).toBe(2);
  expect(await writer.pending(10, left)).toEqual([]);
});

it('skips pending marks without entries, however many there are', async () => {
  const gone = await Promise.all(Array.from({ length: 5 }, () => add('gone')));
  const left = await add('left');
  await writer.fresh(10, 0);
  await redis.xDel(PAGE_VIEW_STREAM.stream, gone);
  expect(await writer.pending(2)).toEqual([{ streamId: left, text: 'left' }]);
});

it.each([
  ['reading', () => writer.fresh(10, 0)],
  ['claiming', () => writer.claim(0, 10)],
])('creates a missing group by %s, and then reads from the stream’s first entry', async (_how, read) => {
  await redis.flushAll();
  const first = await add('first');
  expect(await read()).toEqual([]);
  expect(await writer.fresh(10, 0)).toEqual([{ streamId: first, text: 'first' }]);
});

it('leaves the group only when nothing is pending', async () => {
  const consumers = async () => (await redis.xInfoConsumers(PAGE_VIEW_STREAM.stream, GROUP)).map(({ name }) => name);
  await add('one');
  const entries = await writer.fresh(10, 0);
  await writer.leave();
  expect(await consumers()).toEqual(['me']);
  await writer.acknowledge(entries);
  await writer.leave();
  expect(await consumers()).toEqual([]);
});

it('has its group created by any service, before there is a writer', async () => {
  await redis.flushAll();
  const service = await startService(envFor(stores, { WRITER: 'off' }));
  await until('there is a group', async () =>
    (await redis.xInfoGroups(PAGE_VIEW_STREAM.stream)).some(({ name }) => name === GROUP),
  );
  await service.stop();
});
