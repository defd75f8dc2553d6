import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageViewIds } from '../src/ingest/page-view-id.ts';
import { startService, type Service } from '../src/service.ts';
import { aKey, anExit, aSessionId, envFor, SIGNING_SECRET } from './support/builders.ts';
import { callsTo, idOf, type Calls } from './support/calls.ts';
import { storesAnswer } from './support/readiness.ts';
import { rowsIn, type Rows } from './support/rows.ts';
import { until } from './support/until.ts';
import { HOUR_MS } from './support/visits.ts';

const YEAR_MS = 365 * 24 * HOUR_MS;

let service: Service;
let calls: Calls;
let rows: Rows;

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
  service = await startService(envFor(stores));
  calls = callsTo(service.port);
  rows = rowsIn(stores.databaseUrl);
  await storesAnswer(calls);
});

afterAll(async () => {
  await service.stop();
  await rows.close();
  await stores.stop();
});

const stored = (id: string) => until(`${id} is stored`, () => rows.byId(id));
const left = (id: string) =>
  until(`the exit of ${id} is stored`, async () => ((await rows.byId(id))?.exitedAt ? rows.byId(id) : undefined));

describe('an entry and its exit', () => {
  it('become one row', async () => {
    const sessionId = aSessionId();
    const before = Date.now();
    const entered = await calls.enter({ sessionId, pagePath: '/q1', variant: 'B' });
    expect(entered.status).toBe(201);
    const id = idOf(entered);
    const exitedAt = new Date().toISOString();
    const exited = await calls.exit(id, { exitedAt, timeSpentSeconds: 12.5, totalSeconds: 40 });
    expect(exited).toMatchObject({ status: 200, body: { id } });
    const row = await left(id);
    expect(row).toMatchObject({
      sessionId,
      pagePath: '/q1',
      variant: 'B',
      timeSpentSeconds: 12.5,
      totalSeconds: 40,
      clamped: false,
    });
    expect(row.enteredAt).toBeGreaterThanOrEqual(before);
    expect(row.exitedAt).toBe(Date.parse(exitedAt));
  });

  it('leave unknown values empty', async () => {
    const id = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/' }));
    expect(await stored(id)).toMatchObject({
      exitedAt: null,
      timeSpentSeconds: null,
      totalSeconds: null,
      variant: null,
    });
  });

  it('keep text from clients unchanged', async () => {
    const pagePath = `/'); drop table tracking.page_views; --<b>"\u{1F600}{a,b}NULL`;
    const id = idOf(await calls.enter({ sessionId: aSessionId(), pagePath, variant: 'NULL' }));
    expect(await stored(id)).toMatchObject({ pagePath, variant: 'NULL' });
  });

  it('may arrive in the wrong order', async () => {
    const sessionId = aSessionId();
    const key = aKey();
    const id = new PageViewIds([SIGNING_SECRET]).of(
      sessionId,
      key,
      Number.parseInt(key.replace('-', '').slice(0, 12), 16),
    );
    await calls.exit(id, anExit({ timeSpentSeconds: 3 }));
    expect(await left(id)).toMatchObject({ sessionId: null, enteredAt: null, timeSpentSeconds: 3 });
    expect(idOf(await calls.enter({ sessionId, pagePath: '/q2', key }))).toBe(id);
    const row = await until('the entry is stored too', async () =>
      (await rows.byId(id))?.sessionId ? rows.byId(id) : undefined,
    );
    expect(row).toMatchObject({ sessionId, pagePath: '/q2', timeSpentSeconds: 3 });
  });

  it('keep the longest of several exits', async () => {
    const id = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/q3' }));
    await calls.exit(id, anExit({ timeSpentSeconds: 30, totalSeconds: 31 }));
    await calls.exit(id, anExit({ timeSpentSeconds: 2, totalSeconds: 50 }));
    const row = await until('the second is stored', async () => {
      const found = await rows.byId(id);
      return found?.totalSeconds === 50 ? found : undefined;
    });
    expect(row.timeSpentSeconds).toBe(30);
  });
});

describe('a retried entry', () => {
  it('is one row with the id of the first', async () => {
    const body = { sessionId: aSessionId(), pagePath: '/q4', key: aKey() };
    const ids = (await Promise.all([calls.enter(body), calls.enter(body), calls.enter(body)])).map(idOf);
    expect(new Set(ids).size).toBe(1);
    await stored(idOf(await calls.enter(body)));
    const last = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/q4' }));
    await stored(last);
    expect(await rows.bySession(body.sessionId)).toHaveLength(1);
  });

  it.each([
    ['a year ahead', YEAR_MS],
    ['a year behind', -YEAR_MS],
    ['an hour ahead', HOUR_MS],
  ])('is one row, marked as clamped, when the clock is %s', async (_name, skew) => {
    const body = { sessionId: aSessionId(), pagePath: '/q5', key: aKey(Date.now() + skew) };
    const id = idOf(await calls.enter(body));
    expect(idOf(await calls.enter(body))).toBe(id);
    const row = await stored(id);
    expect(row.clamped).toBe(true);
    expect(Math.abs((row.enteredAt ?? 0) - Date.now())).toBeLessThan(HOUR_MS / 2);
  });

  it('of another session with the same key is another row', async () => {
    const key = aKey();
    const first = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/q6', key }));
    expect(idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/q6', key }))).not.toBe(first);
  });
});

it.each([
  ['in the far future', '2999-01-01T00:00:00Z'],
  ['in the far past', '0001-01-01T00:00:00Z'],
  ['before the entry', new Date(Date.now() - 5 * HOUR_MS).toISOString()],
])('clamps and marks an exit %s', async (_name, exitedAt) => {
  const id = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/q7' }));
  expect((await calls.exit(id, anExit({ exitedAt }))).status).toBe(200);
  const row = await left(id);
  expect(row.clamped).toBe(true);
  expect(row.exitedAt).toBeGreaterThanOrEqual(row.enteredAt ?? Number.NaN);
  expect(row.exitedAt).toBeLessThanOrEqual(Date.now());
});

it('accepts an exit time with an offset', async () => {
  const id = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/q8' }));
  const now = Date.now();
  await calls.exit(id, anExit({ exitedAt: new Date(now + 5.5 * HOUR_MS).toISOString().replace('Z', '+05:30') }));
  expect((await left(id)).exitedAt).toBe(now);
});
