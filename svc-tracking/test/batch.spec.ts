import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { ERRORS } from '@course/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageViewIds } from '../src/ingest/page-view-id.ts';
import { startService, type Service } from '../src/service.ts';
import { aKey, anExit, aSessionId, envFor } from './support/builders.ts';
import { callsTo, idOf, resultsOf, type Calls } from './support/calls.ts';
import { storesAnswer } from './support/readiness.ts';
import { rowsIn, type Rows } from './support/rows.ts';
import { until } from './support/until.ts';
import { DAY_MS } from './support/visits.ts';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PERSON =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';

let service: Service;
let limited: Service;
let calls: Calls;
let limitedCalls: Calls;
let rows: Rows;

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
  service = await startService(envFor(stores));
  limited = await startService(
    envFor(stores, { RATE_LIMITS: 'on', RATE_LIMIT_SESSION: '10', RATE_LIMIT_ADDRESS: '100' }),
  );
  [calls, limitedCalls] = [callsTo(service.port), callsTo(limited.port)];
  rows = rowsIn(stores.databaseUrl);
  await Promise.all([storesAnswer(calls), storesAnswer(limitedCalls)]);
});

afterAll(async () => {
  await Promise.all([service.stop(), limited.stop()]);
  await rows.close();
  await stores.stop();
});

const aView = (change: Record<string, unknown> = {}) => ({
  sessionId: aSessionId(),
  pagePath: '/q1',
  key: aKey(),
  ...change,
});
const stored = (ids: readonly string[]) =>
  until('all are stored', async () => {
    const found = await rows.byIds(ids);
    return found.length === new Set(ids).size ? found : undefined;
  });
const idsIn = (results: ReturnType<typeof resultsOf>): string[] => results.flatMap(({ id }) => (id ? [id] : []));

describe('a batch', () => {
  it('accepts 500 views with their exits, and returns the results in their order', async () => {
    const sessionId = aSessionId();
    const items = Array.from({ length: 500 }, (_, number) =>
      aView({
        sessionId,
        pagePath: `/batch/${number}`,
        exit: anExit({ timeSpentSeconds: number / 4, totalSeconds: number }),
      }),
    );
    const answer = await calls.batch({ items });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const results = resultsOf(answer);
    expect(results.every(({ status }) => status === 201)).toBe(true);
    const byId = new Map((await stored(idsIn(results))).map((row) => [row.id, row]));
    for (const [number, { id }] of results.entries())
      expect(byId.get(id ?? '')).toMatchObject({
        sessionId,
        pagePath: `/batch/${number}`,
        timeSpentSeconds: number / 4,
        totalSeconds: number,
        clamped: false,
      });
  });

  it('makes the same rows when it is sent again, as a batch or one by one', async () => {
    const items = Array.from({ length: 20 }, () => aView());
    const first = idsIn(resultsOf(await calls.batch({ items })));
    expect(idsIn(resultsOf(await calls.batch({ items: [...items, ...items] })))).toEqual([...first, ...first]);
    expect(idOf(await calls.enter(items[3]))).toBe(first[3]);
    await stored(first);
    const { rows: counted } = await rows.pool.query(
      'select count(*)::int as n from tracking.page_views where session_id = any($1)',
      [items.map(({ sessionId }) => sessionId)],
    );
    expect(counted).toEqual([{ n: 20 }]);
  });

  it('accepts exits of views that were entered before', async () => {
    const id = idOf(await calls.enter({ sessionId: aSessionId(), pagePath: '/q2' }));
    expect(
      resultsOf(await calls.batch({ items: [{ id: id.toUpperCase(), ...anExit({ timeSpentSeconds: 7 }) }] })),
    ).toEqual([{ status: 200, id }]);
    await until('the exit is stored', async () => (await rows.byId(id))?.timeSpentSeconds === 7);
  });

  it('keeps text from clients unchanged', async () => {
    const [pagePath, variant] = [
      `/'); drop table tracking.page_views; --<script>"\u{1F600}{a,b}NULL`,
      'a\tb\\N\n<b>"\'ä',
    ];
    const [row] = await stored(idsIn(resultsOf(await calls.batch({ items: [aView({ pagePath, variant })] }))));
    expect(row).toMatchObject({ pagePath, variant });
  });

  it('keeps the times of an outbox that waited for days', async () => {
    const entered = Date.now() - 3 * DAY_MS;
    const view = aView({
      key: aKey(entered),
      exit: { exitedAt: new Date(entered + 5000).toISOString(), timeSpentSeconds: 4.5 },
    });
    const [row] = await stored(idsIn(resultsOf(await calls.batch({ items: [view] }))));
    expect(row).toMatchObject({ enteredAt: entered, exitedAt: entered + 5000, clamped: false });
  });

  it('clamps and marks impossible times', async () => {
    const view = aView({
      key: aKey(Date.now() + 400 * DAY_MS),
      exit: { exitedAt: '2999-01-01T00:00:00Z', timeSpentSeconds: 1 },
    });
    const [row] = await stored(idsIn(resultsOf(await calls.batch({ items: [view] }))));
    expect(row?.clamped).toBe(true);
    expect(Math.abs((row?.exitedAt ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});

describe('in a batch', () => {
  const forged = new PageViewIds(['some-other-key-0123456789']).fresh(Date.now());
  it.each<[string, unknown, number, string]>([
    ['a number', 1, 400, 'invalid_body'],
    ['null', null, 400, 'invalid_body'],
    ['an empty object', {}, 400, 'invalid_body'],
    ['a view without a key', { sessionId: aSessionId(), pagePath: '/q1' }, 400, 'invalid_body'],
    ['a view with an unknown field', aView({ email: 'anna@example.com' }), 400, 'invalid_body'],
    ['a view with a query in its path', aView({ pagePath: '/q1?x' }), 400, 'invalid_body'],
    [
      'a view with a poisoned prototype',
      JSON.parse(
        `{"__proto__": {"pagePath": "/q2"}, "sessionId": "${aSessionId()}", "pagePath": "/q1", "key": "${aKey()}"}`,
      ),
      400,
      'invalid_body',
    ],
    ['a view with a bad exit', aView({ exit: anExit({ timeSpentSeconds: -1 }) }), 400, 'invalid_body'],
    ['an exit with an id that we did not issue', { id: forged, ...anExit() }, 404, 'page_view_unknown'],
    ['an exit without a time', { id: forged, timeSpentSeconds: 1 }, 400, 'invalid_body'],
  ])('%s is the only item refused', async (_name, bad, status, code) => {
    const [before, after] = [aView(), aView()];
    const answer = await calls.batch({ items: [before, bad, after] });
    expect(answer.status).toBe(200);
    const results = resultsOf(answer);
    expect(results.map((result) => result.status)).toEqual([201, status, 201]);
    expect(results[1]).toMatchObject({ code });
    expect(results[1]?.message).not.toContain('anna@example.com');
    await stored(idsIn(results));
  });

  it.each<[string, unknown, keyof typeof ERRORS]>([
    ['broken JSON', '{"items": [', 'invalid_json'],
    ['no text at all', '', 'invalid_json'],
    ['no items', { items: [] }, 'invalid_body'],
    ['items that are not a list', { items: 'all' }, 'invalid_body'],
    ['a bare list', [aView()], 'invalid_body'],
    ['more than 500 items', { items: Array.from({ length: 501 }, () => 1) }, 'invalid_body'],
    ['more than 256 KB', { items: ['x'.repeat(256 * 1024)] }, 'body_too_large'],
  ])('with %s nothing is accepted', async (_name, body, code) => {
    expect(await calls.batch(body)).toMatchObject({ status: ERRORS[code].status, body: { code } });
  });

  it('more than 32 KB are accepted, which a single view may not have', async () => {
    const items = Array.from({ length: 300 }, () => aView({ variant: 'v'.repeat(60) }));
    expect(JSON.stringify({ items }).length).toBeGreaterThan(40_000);
    expect((await calls.batch({ items })).status).toBe(200);
    expect((await calls.enter(JSON.stringify({ items }))).status).toBe(413);
  });
});

describe('the limit on a batch', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('accepts what the session has left, refuses the rest with a retry-after, and spares other sessions', async () => {
    const sessionId = aSessionId();
    const other = aView();
    const answer = await limitedCalls.batch(
      { items: [...Array.from({ length: 15 }, () => aView({ sessionId })), other] },
      from('198.51.100.10'),
    );
    const statuses = resultsOf(answer).map(({ status }) => status);
    expect(answer.status).toBe(200);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), ...Array.from({ length: 5 }, () => 429), 201]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const again = await limitedCalls.batch({ items: [aView({ sessionId })] }, from('198.51.100.10'));
    expect(again).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('counts every item against the address', async () => {
    const batchOf = (count: number) =>
      limitedCalls.batch({ items: Array.from({ length: count }, () => aView()) }, from('198.51.100.11'));
    expect((await batchOf(90)).status).toBe(200);
    const refused = await batchOf(20);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await limitedCalls.batch({ items: [aView()] }, from('198.51.100.12'))).status).toBe(200);
  });
});

describe('a crawler', () => {
  const botOf = async (id: string): Promise<boolean | undefined> => (await stored([id]))[0]?.isBot;

  it('is marked by the header of its call, and a person is not', async () => {
    const asBot = idOf(await calls.enter(aView(), { 'user-agent': GOOGLEBOT }));
    const asPerson = idOf(await calls.enter(aView(), { 'user-agent': PERSON }));
    expect([await botOf(asBot), await botOf(asPerson)]).toEqual([true, false]);
  });

  it('is marked by the User-Agent that a server reports, rather than by the server’s own', async () => {
    const items = [aView({ userAgent: GOOGLEBOT }), aView({ userAgent: PERSON }), aView()];
    const ids = idsIn(resultsOf(await calls.batch({ items }, { 'user-agent': GOOGLEBOT })));
    expect(await Promise.all(ids.map(botOf))).toEqual([true, false, true]);
  });
});

describe('the owner’s browser', () => {
  const isOwners = async (id: string): Promise<boolean | undefined> => (await stored([id]))[0]?.isOwner;
  const cookie = 'funnel_session=x; not_counted=1';

  it('is marked by its cookie, in single calls and in batches, and no other browser is', async () => {
    const [marked, other] = [
      idOf(await calls.enter(aView(), { cookie })),
      idOf(await calls.enter(aView(), { cookie: 'not_counted=0' })),
    ];
    const ids = idsIn(resultsOf(await calls.batch({ items: [aView(), aView()] }, { cookie })));
    expect(await Promise.all([marked, other, ...ids].map(isOwners))).toEqual([true, false, true, true]);
  });
});
