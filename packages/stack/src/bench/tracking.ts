import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../postgres/client.ts';
import { startTestStores, type TestStores } from '../test-stores.ts';
import { waitUntil } from '../wait.ts';
import { httpLoad, type LoadResult } from './http-load.ts';
import type { Measurement } from './measurement.ts';
import { median, percentile } from './median.ts';
import { cpuMs, peakMb } from './process-use.ts';
import { runEcho, runTracking, type BenchProgram, type TrackingBench } from './tracking-programs.ts';

const ROUNDS = 3;
const REQUESTS = 15_000;
const CONNECTIONS = 32;
const BATCHES = 200;
const BATCH_ITEMS = 500;
const VISIBLE_SAMPLES = 100;
const MONTH_ROWS = 300_000;
const SECOND_MS = 1000;

const PATHS = ['/', '/q1', '/onboarding', '/q7', '/profile', '/readiness', '/sales002', '/timeline'];
const aSession = (): string => `session_${Date.now()}_${randomBytes(16).toString('base64url')}`;
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const aKey = (): string => {
  const [time, rest] = [Date.now().toString(16).padStart(12, '0'), hex(10)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
};
const aView = (number: number) => ({ sessionId: aSession(), pagePath: PATHS[number % PATHS.length], key: aKey() });
const anExit = () => ({ exitedAt: new Date().toISOString(), timeSpentSeconds: 12.5, totalSeconds: 14.25 });

const count = (databaseUrl: string, sql: string, values: unknown[] = []): Promise<number> =>
  withClient(databaseUrl, async (client) => Number((await client.query<{ n: string }>(sql, values)).rows[0]?.n));

const storedRows = (databaseUrl: string): Promise<number> => count(databaseUrl, 'select count(*) as n from tracking.page_views where session_id is not null');

interface Round {
  readonly echo: LoadResult;
  readonly ingest: LoadResult;
  readonly cpuMsARequest: number;
  readonly echoCpuMsARequest: number;
}

const singles = (port: number, bodies: readonly string[]): Promise<LoadResult> =>
  httpLoad({ port, connections: CONNECTIONS, requests: bodies.length, request: (n) => ({ path: '/api/page-views', body: bodies[n] ?? '' }) });

const measureRound = async (echo: BenchProgram, service: BenchProgram): Promise<Round> => {
  const bodies = Array.from({ length: REQUESTS }, (_, number) => JSON.stringify(aView(number)));
  const echoBefore = cpuMs(echo.pid);
  const echoed = await singles(echo.port, bodies);
  const echoCpuMsARequest = (cpuMs(echo.pid) - echoBefore) / REQUESTS;
  const before = cpuMs(service.pid);
  const ingest = await singles(service.port, bodies);
  return { echo: echoed, ingest, cpuMsARequest: (cpuMs(service.pid) - before) / REQUESTS, echoCpuMsARequest };
};

const measureIngest = async (bench: TrackingBench, say: (line: string) => void): Promise<readonly Measurement[]> => {
  const [echo, service, writer] = [await runEcho(), await runTracking(bench, { WRITER: 'off' }), await runTracking(bench)];
  try {
    await measureRound(echo, service);
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`Page views, round ${round} of ${ROUNDS}`);
      rounds.push(await measureRound(echo, service));
    }
    const taken = await storedWhen(bench.stores, (ROUNDS + 1) * REQUESTS);
    const of = (pick: (round: Round) => number): number => median(rounds.map(pick));
    return [
      { name: 'bare echo: requests a second', value: Math.round(of(({ echo: { perSecond } }) => perSecond)), unit: '' },
      { name: 'page views: requests a second', value: Math.round(of(({ ingest: { perSecond } }) => perSecond)), unit: '' },
      { name: 'page views: bare echo / ours', value: of((round) => round.echo.perSecond / round.ingest.perSecond), unit: 'x', budget: 2.5 },
      { name: 'page views: CPU of the service a request, in ms', value: of(({ cpuMsARequest }) => cpuMsARequest), unit: '', budget: 0.08 },
      { name: 'bare echo: CPU a request, in ms', value: of(({ echoCpuMsARequest }) => echoCpuMsARequest), unit: '' },
      { name: `page views: p99 at ${CONNECTIONS} connections`, value: of(({ ingest: { p99Ms } }) => p99Ms), unit: 'ms', budget: 10 },
      { name: 'bare echo: p99', value: of(({ echo: { p99Ms } }) => p99Ms), unit: 'ms' },
      { name: 'page views: peak memory of the service', value: peakMb(service.pid), unit: 'MB', budget: 150 },
      { name: 'page views: peak memory of the writer', value: peakMb(writer.pid), unit: 'MB', budget: 150 },
      { name: 'page views: acknowledged and not stored', value: taken, unit: '', budget: 0 },
    ];
  } finally {
    await Promise.all([echo.stop(), service.stop(), writer.stop()]);
  }
};

/** Waits until so many views are stored. Answers how many are missing at last. */
const storedWhen = async ({ databaseUrl }: TestStores, wanted: number): Promise<number> => {
  let stored = 0;
  await waitUntil(async () => (stored = await storedRows(databaseUrl)) >= wanted, { what: 'all views to be stored', timeoutMs: 60_000 }).catch(() => undefined);
  return Math.max(0, wanted - stored);
};

const TABLE = 'tracking.bench_copy';

/** The same number of rows by one COPY into a table of the same form, in rows a second. */
const measureCopy = async ({ superuserUrl }: TestStores, rows: number): Promise<number> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'course-copy-'));
  const file = path.join(folder, 'rows.csv');
  const now = new Date().toISOString();
  const lines = Array.from({ length: rows }, (_, number) => `${aKey()},${now},${now},12.5,14.25,f,${aSession()},${PATHS[number % PATHS.length]},,f`);
  writeFileSync(file, lines.join('\n'));
  chmodSync(folder, 0o755);
  try {
    return await withClient(superuserUrl, async (client) => {
      await client.query(`create table ${TABLE} (like tracking.page_views including all)`);
      const startedAt = performance.now();
      await client.query(`copy ${TABLE} (id, entered_at, exited_at, time_spent_seconds, total_seconds, clamped, session_id, page_path, variant, is_bot) from '${file}' (format csv)`);
      const seconds = (performance.now() - startedAt) / SECOND_MS;
      await client.query(`drop table ${TABLE}`);
      return rows / seconds;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Batches with entry and exit in each item, from the first byte sent until the last row is committed. */
const measureBatches = async (bench: TrackingBench): Promise<readonly Measurement[]> => {
  const { stores } = bench;
  const rows = BATCHES * BATCH_ITEMS;
  const copyRows = await measureCopy(stores, rows);
  await withClient(stores.superuserUrl, (client) => client.query('truncate tracking.page_views'));
  const service = await runTracking(bench);
  try {
    const bodies = Array.from({ length: BATCHES }, () => JSON.stringify({ items: Array.from({ length: BATCH_ITEMS }, (_, number) => ({ ...aView(number), exit: anExit() })) }));
    const startedAt = performance.now();
    await httpLoad({ port: service.port, connections: 4, requests: BATCHES, request: (n) => ({ path: '/api/page-views/batch', body: bodies[n] ?? '' }) });
    const missing = await storedWhen(stores, rows);
    const perSecond = (rows * SECOND_MS) / (performance.now() - startedAt);
    const bytes = await count(stores.databaseUrl, "select sum(pg_total_relation_size(inhrelid)) as n from pg_inherits where inhparent = 'tracking.page_views'::regclass");
    return [
      { name: 'COPY: rows a second', value: Math.round(copyRows), unit: '' },
      { name: 'batches into PostgreSQL: rows a second', value: Math.round(perSecond), unit: '' },
      { name: 'batches: COPY / ours', value: copyRows / perSecond, unit: 'x', budget: 2 },
      { name: 'batches: acknowledged and not stored', value: missing, unit: '', budget: 0 },
      { name: 'batches: peak memory of service and writer in one', value: peakMb(service.pid), unit: 'MB', budget: 150 },
      { name: 'bytes a view in PostgreSQL, indexes included', value: Math.round(bytes / rows), unit: '', budget: 180 },
      await measureVisible(stores, service),
    ];
  } finally {
    await service.stop();
  }
};

/** From the answer until SQL sees it, one view after another while others come in. */
const measureVisible = ({ databaseUrl }: TestStores, { port }: BenchProgram): Promise<Measurement> =>
  withClient(databaseUrl, async (client) => {
    const times: number[] = [];
    for (let sample = 0; sample < VISIBLE_SAMPLES; sample += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/page-views`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(aView(sample)) });
      const acknowledgedAt = performance.now();
      const { id } = (await answer.json()) as { id: string };
      while ((await client.query('select 1 from tracking.page_views where id = $1', [id])).rowCount === 0) await pause(5);
      times.push(performance.now() - acknowledgedAt);
      await pause(Math.random() * 60);
    }
    return { name: 'acknowledged until visible in SQL: p99', value: percentile(times, 0.99), unit: 'ms', budget: 500 };
  });

/** Drops a month of rows as the writer does it. */
const measureDrop = ({ databaseUrl, trackingDatabaseUrl }: TestStores): Promise<Measurement> =>
  withClient(databaseUrl, async (client) => {
    await client.query(`create table tracking.page_views_2020_01 partition of tracking.page_views for values from (tracking.month_bound('2020-01-01')) to (tracking.month_bound('2020-02-01'))`);
    await client.query(
      `insert into tracking.page_views (id, entered_at, session_id, page_path)
       select overlay(gen_random_uuid()::text placing left(tracking.month_bound('2020-01-02')::text, 13) from 1 for 13)::uuid, '2020-01-02', 'session_1577923200000_' || left(md5(n::text), 22), '/q1'
       from generate_series(1, ${MONTH_ROWS}) n`,
    );
    const ms = await withClient(trackingDatabaseUrl, async (service) => {
      const startedAt = performance.now();
      await service.query('select tracking.drop_oldest_month(25)');
      return performance.now() - startedAt;
    });
    return { name: `dropping a month of ${MONTH_ROWS} views`, value: ms, unit: 'ms', budget: 100 };
  });

/** Page views beside a bare server and a bare COPY. Redis syncs every write; this PostgreSQL does not, for neither side. */
export const measureTracking = async ({ root, say }: { readonly root: string; readonly say: (line: string) => void }): Promise<readonly Measurement[]> => {
  const stores = await startTestStores();
  const bench = { root, stores };
  try {
    return [...(await measureIngest(bench, say)), ...(await measureBatches(bench)), await measureDrop(stores)];
  } finally {
    await stores.stop();
  }
};
