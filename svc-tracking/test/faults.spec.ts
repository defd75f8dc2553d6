import { PAGE_VIEW_STREAM } from '@course/contracts';
import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectRedis, createLogger, type Redis } from '@course/service-kit';
import { createGroup, GROUP } from '../src/stream/stream.ts';
import { startService, type Service } from '../src/service.ts';
import { StreamGroup } from '../src/writer/stream-group.ts';
import { streamStatus } from '../src/writer/writer.metrics.ts';
import { anExit, aSessionId, envFor, variablesFor } from './support/builders.ts';
import { callsTo, idOf, type Calls } from './support/calls.ts';
import { startProgram, type Program } from './support/program.ts';
import { readinessOf } from './support/readiness.ts';
import { rowsIn, type Rows } from './support/rows.ts';
import { startTraffic, type Traffic } from './support/traffic.ts';
import { until } from './support/until.ts';

/** How often a store dies under traffic: STORE_DEATHS=3 in `npm run test:long`. */
const DEATHS = Number(process.env['STORE_DEATHS'] ?? 1);

let stores: TestStores;
let redis: Redis;
let rows: Rows;
let programs: Program[] = [];
let services: Service[] = [];

beforeAll(async () => {
  stores = await startTestStores();
  redis = connectRedis(stores.redisUrl, 'test', createLogger('svc-tracking', 'silent'));
  rows = rowsIn(stores.databaseUrl);
  await until('Redis answers', () => redis.isReady);
});

afterAll(async () => {
  redis.destroy();
  await rows.close();
  await stores.stop();
});

afterEach(async () => {
  await Promise.all([
    ...programs.splice(0).map((program) => program.end('SIGKILL')),
    ...services.splice(0).map((service) => service.stop()),
  ]);
});

/** Starts the build in a separate process, which can be killed. */
const startToKill = async (overrides: Record<string, string> = {}): Promise<{ program: Program; calls: Calls }> => {
  const program = await startProgram(variablesFor(stores, overrides));
  programs.push(program);
  return { program, calls: callsTo(program.port) };
};

const end = async (program: Program, signal: NodeJS.Signals): Promise<number | null> => {
  programs = programs.filter((other) => other !== program);
  return program.end(signal);
};

const start = async (overrides: Record<string, string> = {}): Promise<{ service: Service; calls: Calls }> => {
  const service = await startService(envFor(stores, overrides));
  services.push(service);
  return { service, calls: callsTo(service.port) };
};

const stop = async (service: Service): Promise<void> => {
  services = services.filter((other) => other !== service);
  await service.stop();
};

const ready = (calls: Calls) => until('the service is ready', async () => (await calls.call('/readyz')).status === 200);

const whenReady = async <Started extends { readonly calls: Calls }>(starting: Promise<Started>): Promise<Started> => {
  const started = await starting;
  await ready(started.calls);
  return started;
};

const grown = (traffic: Traffic, by: number) => {
  const before = traffic.entered.size;
  return until(`${by} more entries are accepted`, () => traffic.entered.size >= before + by);
};

const expectNothingLost = async ({ entered, exited }: Traffic): Promise<void> => {
  await until('the stream is empty', async () => (await streamStatus(redis)).length === 0);
  const found = await rows.byIds([...entered]);
  expect(found.filter((row) => row.sessionId !== null)).toHaveLength(entered.size);
  expect(found.filter((row) => row.exitedAt !== null && exited.has(row.id))).toHaveLength(exited.size);
  expect(await streamStatus(redis)).toMatchObject({ pending: 0, dead: 0 });
};

describe('no acknowledged page view is lost', () => {
  it('when Redis is killed under traffic', { timeout: 240_000 }, async () => {
    const { calls } = await whenReady(start());
    const traffic = startTraffic(calls);
    for (let deaths = 0; deaths < DEATHS; deaths++) {
      await grown(traffic, 100);
      await stores.restartRedis('SIGKILL');
    }
    await grown(traffic, 100);
    await traffic.stop();
    expect([...traffic.refusals.keys()]).toEqual([503]);
    await expectNothingLost(traffic);
  });

  it('when PostgreSQL is killed under traffic, and entries are accepted throughout', { timeout: 240_000 }, async () => {
    const { calls } = await whenReady(start());
    const traffic = startTraffic(calls);
    for (let deaths = 0; deaths < DEATHS; deaths++) {
      await grown(traffic, 100);
      await stores.restartPostgres('SIGKILL');
    }
    await grown(traffic, 100);
    await traffic.stop();
    expect(traffic.refusals.size).toBe(0);
    await expectNothingLost(traffic);
  });

  it('when the service itself is killed under traffic', async () => {
    const { program, calls } = await whenReady(startToKill({ WRITER_CLAIM_IDLE_MS: '500' }));
    const traffic = startTraffic(calls);
    await grown(traffic, 100);
    await end(program, 'SIGKILL');
    await traffic.stop();
    await start({ WRITER_CLAIM_IDLE_MS: '500' });
    await expectNothingLost(traffic);
  });

  it('when the service is stopped under traffic, and it exits with code 0', async () => {
    const { program, calls } = await whenReady(startToKill());
    const traffic = startTraffic(calls);
    await grown(traffic, 100);
    expect(await end(program, 'SIGTERM')).toBe(0);
    await traffic.stop();
    expect([...traffic.refusals.keys()].filter((reason) => reason !== 'broken')).toEqual([]);
    // It emptied the stream before it exited.
    expect(await streamStatus(redis)).toMatchObject({ length: 0, pending: 0 });
    await expectNothingLost(traffic);
    const consumers = await redis.xInfoConsumers(PAGE_VIEW_STREAM.stream, GROUP);
    expect(consumers.filter(({ pending }) => pending > 0)).toEqual([]);
  });
});

describe('while Redis is unreachable', () => {
  beforeEach(() => redis.flushAll());

  it('a call is refused at once with a retry-after, and accepted once Redis is back', async () => {
    const { calls } = await whenReady(start());
    const body = { sessionId: aSessionId(), pagePath: '/q1' };
    process.kill(stores.redisPid, 'SIGSTOP');
    const beginning = Date.now();
    const refused = await calls.enter(body);
    expect(Date.now() - beginning).toBeLessThan(3000);
    process.kill(stores.redisPid, 'SIGCONT');
    expect(refused).toMatchObject({ status: 503, body: { statusCode: 503, code: 'store_unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await until('entries are accepted again', async () => (await calls.enter(body)).status === 201);
  });

  it('the service starts anyway, is not ready, and becomes ready by itself', async () => {
    process.kill(stores.redisPid, 'SIGSTOP');
    const { calls } = await start();
    expect(await calls.call('/healthz')).toMatchObject({ status: 200 });
    expect(await readinessOf(calls, true)).toMatchObject({ status: 503, body: { redis: false } });
    process.kill(stores.redisPid, 'SIGCONT');
    await ready(calls);
    const id = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/q1' }));
    await until('the entry is stored', () => rows.byId(id));
  });
});

describe('a writer', () => {
  beforeEach(() => redis.flushAll());

  it('takes over the pending entries of a killed one', async () => {
    const { calls } = await whenReady(start({ WRITER: 'off' }));
    const sessionId = aSessionId();
    const id = idOf(await calls.enter({ sessionId, pagePath: '/q9' }));
    // A writer that reads the entry and never writes it.
    await createGroup(redis);
    await new StreamGroup('killed', redis, redis).fresh(100, 0);
    expect((await streamStatus(redis)).pending).toBeGreaterThan(0);
    await calls.exit(id, anExit({ timeSpentSeconds: 4 }));
    await start({ WRITER_CLAIM_IDLE_MS: '500' });
    // The exit may be read first, because the pending entry of the killed writer waits until it is claimed.
    const row = await until('both are stored', async () => {
      const found = await rows.byId(id);
      return found?.exitedAt && found.sessionId ? found : undefined;
    });
    expect(row).toMatchObject({ sessionId, timeSpentSeconds: 4 });
    await until('nothing is left over', async () => (await streamStatus(redis)).length === 0);
  });

  it('shares the stream with others', async () => {
    const [first, second] = await Promise.all([whenReady(start()), whenReady(start())]);
    const traffic = startTraffic(first.calls);
    const other = startTraffic(second.calls);
    await Promise.all([grown(traffic, 100), grown(other, 100)]);
    await Promise.all([traffic.stop(), other.stop()]);
    expect(await redis.xInfoConsumers(PAGE_VIEW_STREAM.stream, GROUP)).toHaveLength(2);
    await expectNothingLost(traffic);
    await expectNothingLost(other);
  });

  it('moves poison to the dead letters with its reason, and writes the rest of the batch', async () => {
    // NUL passes JSON but is refused by PostgreSQL. No path that came through the service can contain it.
    const refused = {
      kind: 'enter',
      id: '019bbee9-4000-7000-8000-00000000dead',
      sessionId: 's',
      pagePath: '/\u0000',
      enteredAt: 1,
      clamped: false,
    };
    const { service, calls } = await whenReady(start({ WRITER: 'off' }));
    const before = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/before' }));
    for (const text of ['not json', JSON.stringify(refused), '{"kind":"other"}'])
      await redis.xAdd(PAGE_VIEW_STREAM.stream, '*', { [PAGE_VIEW_STREAM.field]: text });
    await redis.xAdd(PAGE_VIEW_STREAM.stream, '*', { unknown: 'field' });
    const after = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/after' }));
    await stop(service);
    await start();
    await until('the stream is empty', async () => (await streamStatus(redis)).length === 0);
    expect(await rows.byIds([before, after])).toHaveLength(2);
    const letters = (await redis.xRange(PAGE_VIEW_STREAM.deadLetters, '-', '+')) ?? [];
    const reasons = new Map(letters.map(({ message }) => [message[PAGE_VIEW_STREAM.field], message['reason']]));
    expect(letters).toHaveLength(4);
    expect(reasons.get('not json')).toContain('not JSON');
    expect(reasons.get(JSON.stringify(refused))).toContain('0x00');
    expect(reasons.get('')).toContain('not JSON');
    expect(letters.every(({ message }) => /^\d+-\d+$/.test(message['streamId'] ?? ''))).toBe(true);
  });
});
