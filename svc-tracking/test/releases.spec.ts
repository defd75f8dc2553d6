import { releaseFiguresAnswer, type ReleaseFigures } from '@course/contracts';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { CLSThresholds, INPThresholds, LCPThresholds, TTFBThresholds } from 'web-vitals';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyDeclarations } from '../src/refresher/declarations.ts';
import { refresh } from '../src/refresher/refresh.ts';
import { startService, type Service } from '../src/service.ts';
import { aKey, anExit, aSessionId, envFor } from './support/builders.ts';
import { callsTo, idOf, type Calls } from './support/calls.ts';
import { addOrder, addSession } from './support/funnel-rows.ts';
import { aPool } from './support/pool.ts';
import { storesAnswer } from './support/readiness.ts';
import { until } from './support/until.ts';
import { HOUR_MS } from './support/visits.ts';

const STABLE = '00000000000000000001';
const CANARY = '00000000000000000002';
const OFFER = '0000000000000000000a';
const OFFER_CANARY = '0000000000000000000b';
const LEGAL = '0000000000000000000c';
const MADE_UP = 'ffffffffffffffffffff';

const aStep = (key: string, next: string | null, exit: string | null = null) => ({
  key,
  path: `/${key}`,
  title: key,
  kind: 'single',
  counts: false,
  next,
  exit,
  question: null,
});
const aFlow = (steps: ReturnType<typeof aStep>[], entries: Record<string, string>) => ({
  entries,
  exits: steps.flatMap(({ exit }) => exit ?? []),
  steps,
  needs: { services: {}, plans: [], labels: [] },
});
const QUIZ = aFlow([aStep('q1', 'q2'), aStep('q2', 'q3'), aStep('q3', null, 'plan')], { quiz: '/q1' });
/** Its last step exits to an entry that no release has, so that step is off the way. */
const SALES = aFlow(
  [aStep('email', 'sales'), aStep('sales', 'paid'), aStep('paid', null), aStep('bonus', null, 'gone')],
  {
    plan: '/email',
  },
);
/** Ends at a different path from stable. */
const SALES_CANARY = aFlow([aStep('email', 'sales'), aStep('sales', 'thanks'), aStep('thanks', null)], {
  plan: '/email',
});
const OFF_THE_WAY = aFlow([aStep('terms', null)], { terms: '/terms' });
const quizPaths = ['/q1', '/q2', '/q3'];
const DECLARED = {
  releases: [
    { remote: 'mf-quiz', version: '1.0.0', release: STABLE, live: true, flow: QUIZ, paths: quizPaths },
    {
      remote: 'mf-offer',
      version: '3.0.0',
      release: OFFER,
      live: true,
      flow: SALES,
      paths: ['/email', '/sales', '/paid', '/bonus'],
    },
    { remote: 'mf-legal', version: '1.0.0', release: LEGAL, live: true, flow: OFF_THE_WAY, paths: ['/terms'] },
    { remote: 'mf-quiz', version: '1.1.0', release: CANARY, live: false, flow: QUIZ, paths: quizPaths },
    {
      remote: 'mf-offer',
      version: '3.1.0',
      release: OFFER_CANARY,
      live: false,
      flow: SALES_CANARY,
      paths: ['/email', '/sales', '/thanks'],
    },
  ],
};

let stores: Stores;
let service: Service;
let calls: Calls;
let owner: pg.Pool;
let tracking: pg.Pool;
let analyst: pg.Pool;

beforeAll(async () => {
  stores = await freshStores();
  owner = aPool(stores.databaseUrl);
  tracking = aPool(stores.trackingDatabaseUrl);
  analyst = aPool(stores.analystUrl);
  await applyDeclarations(tracking, DECLARED);
  service = await startService(envFor(stores));
  calls = callsTo(service.port);
  await storesAnswer(calls);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([owner.end(), tracking.end(), analyst.end()]);
  await stores.stop();
});

/** Resolves once the writer has stored everything and the visits are up to date. */
const settled = async (): Promise<void> => {
  await until('the stream is empty', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text();
    return metrics.includes('\ntracking_stream_entries 0\n');
  });
  // The service refreshes too, and while it does, nothing else can.
  await until('all visits are up to date', async () => {
    await refresh(tracking);
    const { rows } = await owner.query<{ left: boolean }>(
      'select exists (select from rollups.changed_views) or exists (select from funnel.changes) as left',
    );
    return rows[0]?.left === false;
  });
};

const figuresSince = async (
  since: number,
  remote = 'mf-quiz',
  releases = [STABLE, CANARY, OFFER],
): Promise<readonly ReleaseFigures[]> => {
  await settled();
  const query = new URLSearchParams({
    remote,
    releases: releases.join(','),
    since: new Date(since).toISOString(),
  });
  const { status, body } = await calls.call(`/release-figures?${query}`);
  expect(status).toBe(200);
  return releaseFiguresAnswer.parse(body).releases;
};

/** Returns an hour of its own for the visits of each test. */
let tests = 0;
const aTime = (): number => Math.floor(Date.now() / HOUR_MS) * HOUR_MS - (600 - 3 * (tests += 1)) * HOUR_MS;

interface Seen {
  readonly path: string;
  readonly release?: string;
  readonly vitals?: Record<string, number>;
  readonly preview?: true;
}

/** Reports a visit as browsers do. Returns the session and its views. */
const visit = async (at: number, screens: readonly Seen[]) => {
  const sessionId = aSessionId();
  const views = screens.map(({ path, vitals, ...shown }, index) => ({
    sessionId,
    pagePath: path,
    key: aKey(at + index * 1000),
    ...shown,
    exit: anExit({ exitedAt: new Date(at + index * 1000 + 900).toISOString(), timeSpentSeconds: 0.9, vitals }),
  }));
  const { body } = await calls.batch({ items: views });
  const results = body['results'] as readonly { readonly id: string }[];
  return { sessionId, keys: views.map(({ key }) => key), ids: results.map(({ id }) => id) };
};

const report = (change: Record<string, unknown>) =>
  calls.call('/api/client-errors', {
    method: 'POST',
    body: { remote: 'mf-quiz', release: CANARY, screen: 'q1', code: 'remote_broken', ...change },
  });

const ACCEPTED = { status: 202, body: {} };
const on = (release: string, ...paths: string[]): Seen[] => paths.map((path) => ({ path, release }));
const none = { measured: 0, poor: 0 };

describe('the figures of releases', () => {
  it('count visits by the release on which they saw the remote first', async () => {
    const at = aTime();
    await visit(at, on(STABLE, '/q1'));
    await visit(at, on(STABLE, '/q1', '/q2', '/q3'));
    await visit(at, [...on(CANARY, '/q1', '/q2'), ...on(OFFER, '/email')]);
    await visit(at, [...on(CANARY, '/q1'), ...on(STABLE, '/q2')]);
    expect((await figuresSince(at)).map(({ release, visits, completed }) => [release, visits, completed])).toEqual([
      [STABLE, 2, 1],
      [CANARY, 2, 1],
      [OFFER, 0, 0],
    ]);
    expect((await figuresSince(at, 'mf-offer')).map(({ visits }) => visits)).toEqual([0, 0, 1]);
  });

  it('count a visit as completed that reached the last step of its own release', async () => {
    const at = aTime();
    await visit(at, on(OFFER, '/email', '/sales', '/paid'));
    await visit(at, on(OFFER, '/email', '/sales'));
    await visit(at, on(OFFER_CANARY, '/email', '/sales', '/thanks'));
    await visit(at, on(OFFER_CANARY, '/email', '/sales'));
    await visit(at, [...on(OFFER_CANARY, '/email'), ...on(OFFER, '/sales', '/paid')]);
    const figures = await figuresSince(at, 'mf-offer', [OFFER, OFFER_CANARY]);
    expect(figures.map(({ visits, completed }) => [visits, completed])).toEqual([
      [2, 1],
      [3, 2],
    ]);
  });

  it('leave out visits that saw the remote before, previews, crawlers, the owner, and views that name no release', async () => {
    const at = aTime();
    await visit(at - 5_000, on(STABLE, '/q1', '/q2', '/q3', '/q1', '/q2', '/q3', '/q1', '/q2'));
    await visit(at, [{ path: '/q1', release: CANARY, preview: true }, ...on(CANARY, '/q2')]);
    await visit(at, [{ path: '/q1' }]);
    const body = { items: [{ sessionId: aSessionId(), pagePath: '/q1', key: aKey(at), release: CANARY }] };
    await calls.batch(body, { cookie: 'not_counted=1' });
    await calls.batch(
      { items: [{ ...body.items[0], sessionId: aSessionId() }] },
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    );
    expect((await figuresSince(at)).map(({ visits }) => visits)).toEqual([0, 0, 0]);
  });

  it('use the worst vitals of a visit to the remote', async () => {
    const at = aTime();
    await visit(at, [
      { path: '/q1', release: CANARY, vitals: { lcpSeconds: 1.2, ttfbSeconds: 1.9, cls: 0 } },
      { path: '/q2', release: CANARY, vitals: { inpSeconds: 0.6, cls: 0.1 } },
      { path: '/email', release: OFFER, vitals: { cls: 0.5 } },
    ]);
    const [, canary] = await figuresSince(at);
    expect(canary?.vitals).toEqual({
      lcp: { measured: 1, poor: 0 },
      inp: { measured: 1, poor: 1 },
      cls: { measured: 1, poor: 0 },
      ttfb: { measured: 1, poor: 1 },
    });
    expect((await figuresSince(at, 'mf-offer'))[2]?.vitals).toEqual({
      lcp: none,
      inp: none,
      cls: { measured: 1, poor: 1 },
      ttfb: none,
    });
  });

  it('use vitals that arrive with a later exit', async () => {
    const at = aTime();
    const { ids } = await visit(at, [{ path: '/q1', release: CANARY, vitals: { inpSeconds: 0.1 } }]);
    expect((await figuresSince(at))[1]?.vitals.inp).toEqual({ measured: 1, poor: 0 });
    await calls.exit(String(ids[0]), anExit({ vitals: { inpSeconds: 0.7 } }));
    expect((await figuresSince(at))[1]?.vitals.inp).toEqual({ measured: 1, poor: 1 });
  });

  it('judge vitals by the thresholds of the library', async () => {
    const poor = Object.entries({
      lcp: LCPThresholds[1] / 1000,
      inp: INPThresholds[1] / 1000,
      cls: CLSThresholds[1],
      ttfb: TTFBThresholds[1] / 1000,
    });
    for (const [vital, threshold] of poor) {
      const { rows } = await owner.query(
        'select rollups.is_poor($1, $2::float8::real) as at, rollups.is_poor($1, ($2::float8 + 0.001)::real) as above',
        [vital, threshold],
      );
      expect([vital, rows[0]]).toEqual([vital, { at: false, above: true }]);
    }
  });

  it.each([
    ['remote', { remote: '' }],
    ['releases', { releases: 'x' }],
    ['since', { since: 'yesterday' }],
    ['releases', { releases: Array.from({ length: 11 }, () => STABLE).join(',') }],
  ])('are refused for a wrong %s: %o', async (name, change) => {
    const query = { remote: 'mf-quiz', releases: STABLE, since: new Date().toISOString(), ...change };
    const { status, body } = await calls.call(`/release-figures?${new URLSearchParams(query)}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_query', message: expect.stringContaining(name) });
  });
});

describe('an error that a browser reports', () => {
  const failed = async (at: number): Promise<(number | undefined)[]> =>
    (await figuresSince(at)).slice(0, 2).map((figures) => figures.failed);

  it('marks its visit as failed once, however often it is reported', async () => {
    const at = aTime();
    const { ids } = await visit(at, on(CANARY, '/q1', '/q2'));
    await visit(at, on(CANARY, '/q1'));
    for (const pageViewId of [ids[0], ids[0], ids[1]]) expect(await report({ pageViewId })).toMatchObject(ACCEPTED);
    expect(await failed(at)).toEqual([0, 1]);
    const { rows } = await analyst.query(
      'select code, remote, release, screen from analytics.client_errors where page_view_id = $1',
      [ids[0]],
    );
    expect(rows).toEqual([{ code: 'remote_broken', remote: 'mf-quiz', release: CANARY, screen: 'q1' }]);
  });

  it('may name its page view by session and key before the view has arrived', async () => {
    const at = aTime();
    const [sessionId, key] = [aSessionId(), aKey(at)];
    expect(await report({ sessionId, key })).toMatchObject(ACCEPTED);
    expect(await failed(at)).toEqual([0, 0]);
    idOf(await calls.enter({ sessionId, key, pagePath: '/q1', release: CANARY }));
    expect(await failed(at)).toEqual([0, 1]);
  });

  it('counts only against the release that it names', async () => {
    const at = aTime();
    const { ids } = await visit(at, [...on(CANARY, '/q1'), ...on(STABLE, '/q2')]);
    await report({ pageViewId: ids[1], release: STABLE });
    await report({ pageViewId: ids[1], remote: 'shell', release: undefined, code: 'uncaught_error' });
    expect(await failed(at)).toEqual([0, 0]);
  });

  it.each([
    ['a made-up id', () => ({ pageViewId: aKey() })],
    ['another session', ({ keys }: { keys: string[] }) => ({ sessionId: aSessionId(), key: keys[0] })],
    ['a key of no view', ({ sessionId }: { sessionId: string }) => ({ sessionId, key: aKey() })],
    [
      'an altered check',
      ({ ids }: { ids: string[] }) => ({
        pageViewId: String(ids[0]).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
      }),
    ],
  ])('with %s gets the same response and counts nothing', async (_what, named) => {
    const at = aTime();
    expect(await report(named(await visit(at, on(CANARY, '/q1'))))).toMatchObject(ACCEPTED);
    expect(await failed(at)).toEqual([0, 0]);
  });

  it.each([
    ['code', { code: 'made_up' }],
    ['remote', { remote: 'x; drop table' }],
    ['release', { release: 'latest' }],
    ['screen', { screen: '<b>' }],
    ['message', { message: 'Cannot read a@b.example' }],
    ['stack', { stack: 'at q1.tsx' }],
    ['pageViewId', { pageViewId: 'x' }],
    ['page view', { pageViewId: undefined }],
    ['page view', { key: aKey() }],
  ])('is refused for its %s: %o', async (name, change) => {
    const answer = await report({ pageViewId: aKey(), ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(answer.body['message']).toContain(name);
  });

  it('is refused from another site, and beyond what an address may report in a minute', async () => {
    const limited = await startService(envFor(stores, { RATE_LIMITS: 'on', WRITER: 'off' }));
    try {
      const { call } = callsTo(limited.port);
      const body = { pageViewId: aKey(), remote: 'mf-quiz', screen: 'q1', code: 'remote_broken' };
      const send = (headers: Record<string, string> = {}) =>
        call('/api/client-errors', { method: 'POST', body, headers }).then(({ status }) => status);
      expect(await send({ origin: 'https://elsewhere.example' })).toBe(403);
      const statuses = await Promise.all(Array.from({ length: 130 }, () => send()));
      expect([202, 429].map((status) => statuses.filter((other) => other === status).length)).toEqual([120, 10]);
    } finally {
      await limited.stop();
    }
  });

  it('is dropped with the month of its page view', async () => {
    const id = aKey(Date.UTC(2020, 0, 15));
    await owner.query("insert into tracking.client_errors values ($1, 'remote_slow', 'mf-quiz', null, 'q1', now())", [
      id,
    ]);
    await tracking.query('select tracking.drop_oldest_month(25)');
    expect((await owner.query('select from tracking.client_errors where page_view_id = $1', [id])).rowCount).toBe(0);
  });
});

describe('releases for analysts', () => {
  const rowsOf = async (at: number) => {
    await settled();
    const { rows } = await analyst.query<Record<string, unknown>>('select * from analytics.releases($1, $2)', [
      new Date(at),
      new Date(at + HOUR_MS),
    ]);
    return rows;
  };

  it('are shown with their share, errors, vitals and conversion', async () => {
    const at = aTime();
    for (let visits = 0; visits < 3; visits += 1)
      await visit(at, [{ path: '/q1', release: STABLE, vitals: { lcpSeconds: 1 + visits } }]);
    const { sessionId, ids } = await visit(at, [{ path: '/q1', release: CANARY, vitals: { lcpSeconds: 5 } }]);
    await report({ pageViewId: ids[0] });
    await addSession(owner, { id: sessionId, at });
    await addOrder(owner, { sessionId, at });
    expect(await rowsOf(at)).toMatchObject([
      {
        remote: 'mf-quiz',
        release: STABLE,
        version: '1.0.0',
        visits: '3',
        share: 0.75,
        failed: '0',
        error_rate: 0,
        buyers: '0',
        lcp_visits: '3',
        lcp_p75_seconds: expect.closeTo(3, 1),
        lcp_poor: 0,
        inp_visits: '0',
        inp_p75_seconds: null,
        inp_poor: null,
      },
      {
        remote: 'mf-quiz',
        release: CANARY,
        version: '1.1.0',
        visits: '1',
        share: 0.25,
        failed: '1',
        error_rate: 1,
        buyers: '1',
        conversion: 1,
        lcp_p75_seconds: expect.closeTo(5, 0),
        lcp_poor: 1,
      },
    ]);
  });

  it('have no completion if the remote has no last step', async () => {
    const at = aTime();
    await visit(at, [...on(LEGAL, '/terms'), ...on(STABLE, '/q1')]);
    expect(await rowsOf(at)).toMatchObject([
      { remote: 'mf-legal', visits: '1', completion: null },
      { remote: 'mf-quiz', visits: '1', completion: 0 },
    ]);
  });

  it('are counted together if they are unknown', async () => {
    const at = aTime();
    await visit(at, on(MADE_UP, '/q1'));
    expect(await rowsOf(at)).toMatchObject([{ remote: 'mf-quiz', release: '(other)', version: null, visits: '1' }]);
  });

  it('are the same in whatever order views, errors and orders arrive', async () => {
    const at = aTime();
    const { ids } = await visit(at, on(CANARY, '/q1', '/q2', '/q3'));
    await settled();
    await report({ pageViewId: ids[2] });
    await settled();
    await report({ pageViewId: ids[2], code: 'render_error' });
    expect(await rowsOf(at)).toMatchObject([{ visits: '1', failed: '1', completed: '1' }]);
    const { rows } = await owner.query(
      "select key, n from rollups.metric_buckets where kind like 'release%' and level = 0 and n < 0 union all select kind, n from rollups.deltas where kind like 'release%'",
    );
    expect(rows).toEqual([]);
  });

  it('are no longer counted once their visit turns out to be the owner’s', async () => {
    const at = aTime();
    const { sessionId } = await visit(at, [{ path: '/q1', release: CANARY, vitals: { cls: 0.3 } }]);
    expect(await rowsOf(at)).toHaveLength(1);
    await addSession(owner, { id: sessionId, at, excluded: true });
    expect(await rowsOf(at)).toEqual([]);
  });
});
