import type { Request } from 'autocannon';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '@course/ops/postgres/client';
import { withRedis, type Redis } from '@course/ops/redis';
import { aSessionId, uuidV7 } from '@course/test-kit/ids';
import type { RunningProgram } from '@course/test-kit/server-process';
import type { Stores } from '@course/test-kit/test-stores';
import { httpLoad, postRequest } from './http-load.ts';
import type { Measurement } from './measurement.ts';
import { median, percentile } from './percentile.ts';
import { peakMb } from './process-use.ts';
import { untilStreamEmpty } from '../until-stream-empty.ts';
import { startTracking, type TrackingProgram } from '../programs.ts';
import { anExit, aView, count, missingOf, PATHS } from './tracking-views.ts';

const ROUNDS = 3;
const BATCHES = 400;
const ITEMS = 500;
const CONNECTIONS = 4;
const VISIBLE_SAMPLES = 100;
const SECOND_MS = 1000;
const TABLE = 'tracking.bench_copy';

const aBatch = () => ({ items: Array.from({ length: ITEMS }, (_, number) => ({ ...aView(number), exit: anExit() })) });
const batches = (): readonly Request[] =>
  Array.from({ length: BATCHES }, () => postRequest('/api/page-views/batch', JSON.stringify(aBatch())));

/**
 * Returns the rows per second of one COPY from a file into a table with the same columns, defaults and index, but no
 * partitions and triggers.
 */
const measureCopy = async ({ superuserUrl }: Stores, rows: number): Promise<number> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'course-copy-'));
  const file = path.join(folder, 'rows.csv');
  const now = new Date().toISOString();
  const lines = Array.from(
    { length: rows },
    (_, number) => `${uuidV7()},${now},${now},12.5,14.25,f,${aSessionId()},${PATHS[number % PATHS.length]},,f`,
  );
  writeFileSync(file, lines.join('\n'));
  chmodSync(folder, 0o755);
  try {
    return await withClient(superuserUrl, async (client) => {
      await client.query(`create table ${TABLE} (like tracking.page_views including all)`);
      const startedAt = performance.now();
      await client.query(
        `copy ${TABLE} (id, entered_at, exited_at, time_spent_seconds, total_seconds, clamped, session_id, page_path, variant, is_bot) from '${file}' (format csv)`,
      );
      const seconds = (performance.now() - startedAt) / SECOND_MS;
      await client.query(`drop table ${TABLE}`);
      return rows / seconds;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

interface Round {
  readonly copyPerSecond: number;
  readonly perSecond: number;
  readonly missing: number;
}

/** Measures a COPY, then batches from the first byte sent until the last row is committed. */
const measureRound = async ({ stores }: TrackingProgram, service: RunningProgram, redis: Redis): Promise<Round> => {
  const rows = BATCHES * ITEMS;
  const copyPerSecond = await measureCopy(stores, rows);
  await withClient(stores.superuserUrl, (client) => client.query('truncate tracking.page_views'));
  const requests = batches();
  const startedAt = performance.now();
  await httpLoad({ url: service.url, connections: CONNECTIONS, requests });
  await untilStreamEmpty(redis);
  const perSecond = (rows * SECOND_MS) / (performance.now() - startedAt);
  return { copyPerSecond, perSecond, missing: await missingOf(stores, rows) };
};

/**
 * Measures batches with entry and exit in each item, through one process that accepts and writes them, against a COPY
 * of as many rows. The load comes from this process, on the same cores, while COPY runs alone.
 */
export const measureBatches = async (
  bench: TrackingProgram,
  say: (line: string) => void,
): Promise<readonly Measurement[]> => {
  const { stores } = bench;
  const service = await startTracking(bench);
  try {
    const rounds: Round[] = [];
    await withRedis(stores.redisUrl, async (redis) => {
      await measureRound(bench, service, redis);
      for (let round = 1; round <= ROUNDS; round += 1) {
        say(`Batches, round ${round} of ${ROUNDS}`);
        rounds.push(await measureRound(bench, service, redis));
      }
    });
    const bytes = await count(
      stores.databaseUrl,
      "select sum(pg_total_relation_size(inhrelid)) as n from pg_inherits where inhparent = 'tracking.page_views'::regclass",
    );
    const medianOf = (pick: (round: Round) => number): number => median(rounds.map(pick));
    return [
      {
        name: 'COPY of a file, no partitions, no triggers: rows a second',
        value: Math.round(medianOf(({ copyPerSecond }) => copyPerSecond)),
        unit: '',
      },
      {
        name: 'batches into PostgreSQL: rows a second',
        value: Math.round(medianOf(({ perSecond }) => perSecond)),
        unit: '',
      },
      {
        name: 'batches: COPY / ours',
        value: medianOf(({ copyPerSecond, perSecond }) => copyPerSecond / perSecond),
        unit: 'x',
        budget: 2,
      },
      {
        name: 'batches: acknowledged and not stored',
        value: rounds.reduce((sum, { missing }) => sum + missing, 0),
        unit: '',
        budget: 0,
      },
      {
        name: 'batches: peak memory of service and writer in one',
        value: peakMb(service.pid),
        unit: 'MB',
        budget: 150,
      },
      {
        name: 'bytes a view in PostgreSQL, indexes included',
        value: Math.round(bytes / (BATCHES * ITEMS)),
        unit: '',
        budget: 180,
      },
      await measureVisible(stores, service),
    ];
  } finally {
    await service.stop();
  }
};

/** Measures the time from the response until a view is visible in SQL, one view after another. */
const measureVisible = ({ databaseUrl }: Stores, { url }: RunningProgram): Promise<Measurement> =>
  withClient(databaseUrl, async (client) => {
    const times: number[] = [];
    for (let sample = 0; sample < VISIBLE_SAMPLES; sample += 1) {
      const response = await fetch(`${url}/api/page-views`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(aView(sample)),
      });
      const acknowledgedAt = performance.now();
      const { id } = (await response.json()) as { id: string };
      while ((await client.query('select 1 from tracking.page_views where id = $1', [id])).rowCount === 0)
        await pause(5);
      times.push(performance.now() - acknowledgedAt);
      await pause(Math.random() * 60);
    }
    return { name: 'acknowledged until visible in SQL: p99', value: percentile(times, 0.99), unit: 'ms', budget: 500 };
  });
