import { setTimeout as pause } from 'node:timers/promises';
import { startGate, type Gate } from '@course/test-kit/tcp-gate';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startService, type Service } from '../src/service.ts';
import { aSessionId, envFor } from './support/builders.ts';
import { callsTo, idOf, type Answer, type Calls } from './support/calls.ts';
import { insightsOf, TOKEN } from './support/insights.ts';
import { readinessOf, storesAnswer } from './support/readiness.ts';
import { rowsIn, type Rows } from './support/rows.ts';
import { until } from './support/until.ts';

/** The most, in ms, that a visitor waits, and that the return of a store and a stop take. */
const VISITOR_MS = 3000;
const BACK_MS = 10_000;
const STOP_MS = 5000;

let stores: Stores;
let postgres: Gate;
let redis: Gate;
let rows: Rows;
let service: Service;
let calls: Calls;

const start = () =>
  startService(
    envFor(
      { ...stores, trackingDatabaseUrl: postgres.url, redisUrl: redis.url },
      { ANALYST_URL: asAnalyst(postgres.url), INSIGHTS_TOKEN: TOKEN, WRITER_CLAIM_IDLE_MS: '1000' },
    ),
  );

/** The analysts' address through the same gate. */
const asAnalyst = (gateUrl: string): string => {
  const [through, analyst] = [new URL(gateUrl), new URL(stores.analystUrl)];
  analyst.port = through.port;
  return analyst.href;
};

beforeAll(async () => {
  stores = await freshStores();
  [postgres, redis] = await Promise.all([startGate(stores.trackingDatabaseUrl), startGate(stores.redisUrl)]);
  rows = rowsIn(stores.databaseUrl);
  service = await start();
  calls = callsTo(service.port);
  await isReady();
});

afterAll(async () => {
  await service.stop();
  await Promise.all([postgres.stop(), redis.stop()]);
  await rows.close();
  await stores.stop();
});

afterEach(async () => {
  postgres.open();
  redis.open();
  await isReady();
});

const isReady = (of = calls) => storesAnswer(of, BACK_MS);
const enter = (of = calls) => of.enter({ sessionId: aSessionId(), pagePath: '/q1' });
const timed = async (call: () => Promise<Answer>): Promise<Answer & { ms: number }> => {
  const since = performance.now();
  const answer = await call();
  return { ...answer, ms: performance.now() - since };
};

it('while the network to Redis is silent, every entry gets a 503 within 3 s, and 10 s after its return entries are stored again', async () => {
  redis.silence();
  // At a steady rate, like visitors, because writing must not count as a sign of life.
  const answers: (Answer & { ms: number })[] = [];
  for (const since = performance.now(); performance.now() - since < 6000; await pause(20))
    answers.push(...(await Promise.all([timed(enter), timed(enter)])));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(VISITOR_MS);
  expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  redis.open();
  await isReady();
  const id = idOf(await enter());
  // The writer's blocking reader has reconnected, too.
  await until('the entry is stored', () => rows.byId(id), BACK_MS);
});

it('while the network to PostgreSQL is silent, the service is ready and entries are accepted, the insights get a 503 within 3 s, and 10 s after its return all are stored', async () => {
  const cookie = await insightsOf(service.port).cookie();
  const chart = () => calls.call('/api/insights/live', { headers: { cookie } });
  expect((await chart()).status).toBe(200);
  postgres.silence();
  const asked = await timed(chart);
  expect(asked).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
  expect(asked.ms).toBeLessThan(VISITOR_MS);
  const ids = (await Promise.all(Array.from({ length: 5 }, () => enter()))).map(idOf);
  expect(await readinessOf(calls, false, BACK_MS)).toMatchObject({
    status: 200,
    body: { status: 'ok', redis: true },
  });
  postgres.open();
  await isReady();
  await until('all are stored', async () => (await rows.byIds(ids)).length === ids.length, BACK_MS);
});

it.each([
  ['Redis', () => redis.silence()],
  ['PostgreSQL', () => postgres.silence()],
  [
    'both',
    () => {
      redis.silence();
      postgres.silence();
    },
  ],
])('stops within 5 s while the network to %s is silent', async (_, cut) => {
  const another = await start();
  const theirs = callsTo(another.port);
  await isReady(theirs);
  idOf(await enter(theirs));
  cut();
  const underWay = [enter(theirs), enter(theirs)].map((call) => call.catch(() => undefined));
  const since = performance.now();
  await another.stop();
  expect(performance.now() - since).toBeLessThan(STOP_MS);
  await Promise.all(underWay);
});
