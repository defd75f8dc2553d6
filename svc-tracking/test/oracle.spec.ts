import { PAGE_VIEW_STREAM } from '@course/contracts';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { seededRandom, type Random, testSeed } from '@course/test-kit/seeded-random';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectRedis, createLogger, type Redis } from '@course/service-kit';
import { encodeEvent, rowOfEvent, type PageViewEvent } from '../src/stream/event-lines.ts';
import { createGroup, ROWS_FIELD } from '../src/stream/stream.ts';
import { encodeRows } from '../src/stream/row-bytes.ts';
import type { PageViewRow } from '../src/stream/page-view-row.ts';
import { pageViewRepository } from '../src/writer/page-view.repository.ts';
import { rowsByOracle } from './support/oracle.ts';
import { aPool } from './support/pool.ts';
import { anEvent } from './support/random-events.ts';
import { rowsIn, type Rows } from './support/rows.ts';
import { unreliableWriters } from './support/unreliable-writers.ts';
import { until } from './support/until.ts';

/** How many events are written; ORACLE_OPERATIONS=1000000 is the long run. */
const OPERATIONS = Number(process.env['ORACLE_OPERATIONS'] ?? 10_000);
const SEED = testSeed();
const ROUND = 10_000;
const IDS_PER_ROUND = 2000;

let redis: Redis;
let pool: pg.Pool;
let rows: Rows;

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
  redis = connectRedis(stores.redisUrl, 'test', createLogger('svc-tracking', 'silent'));
  pool = aPool(stores.trackingDatabaseUrl);
  rows = rowsIn(stores.databaseUrl);
  await until('Redis answers', () => redis.isReady);
  await redis.flushAll();
});

afterAll(async () => {
  redis.destroy();
  await pool.end();
  await rows.close();
  await stores.stop();
});

const idOf = (round: number, number: number): string =>
  `019bbee9-4000-7${(round % 4096).toString(16).padStart(3, '0')}-8000-${number.toString(16).padStart(12, '0')}`;

const eventsOfRound = (round: number, count: number): readonly PageViewEvent[] => {
  const ids = fc.integer({ min: 0, max: IDS_PER_ROUND - 1 }).map((number) => idOf(round, number));
  return fc.sample(anEvent(ids), { numRuns: count, seed: (SEED + round) | 0 });
};

type Fields = Record<string, string | Buffer>;

const asLines = (events: readonly PageViewEvent[], poisonAt: number | undefined): Fields => {
  const lines = events.map(encodeEvent);
  if (poisonAt !== undefined) lines.splice(poisonAt, 0, '{"kind":"nonsense"}');
  return { [PAGE_VIEW_STREAM.field]: lines.join('\n') };
};

const asRows = (events: readonly PageViewEvent[]): Fields => ({
  [ROWS_FIELD]: Buffer.concat(encodeRows(events.map(rowOfEvent), 512)),
});

/**
 * Appends events to the stream in entries of any size and of both kinds: some of them twice, some with a line that is
 * not an event. Returns the number of such lines.
 */
const append = async (events: readonly PageViewEvent[], random: Random): Promise<number> => {
  const adding: Promise<unknown>[] = [];
  let bad = 0;
  for (let at = 0; at < events.length;) {
    const size = 1 + random.below(24);
    const some = events.slice(at, at + size);
    const [isPoisoned, isRows, times] = [random.chance(0.02), random.chance(0.3), random.chance(0.1) ? 2 : 1];
    const fields =
      isRows && !isPoisoned ? asRows(some) : asLines(some, isPoisoned ? random.below(some.length + 1) : undefined);
    bad += isPoisoned ? times : 0;
    for (let time = 0; time < times; time++) adding.push(redis.xAdd(PAGE_VIEW_STREAM.stream, '*', fields));
    at += size;
  }
  await Promise.all(adding);
  return bad;
};

const expected = (events: readonly PageViewEvent[]): PageViewRow[] => {
  const byId = new Map<string, PageViewEvent[]>();
  for (const event of events) byId.set(event.id, [...(byId.get(event.id) ?? []), event]);
  return [...byId.values()].flatMap((own) => rowsByOracle(own)).sort((a, b) => (a.id < b.id ? -1 : 1));
};

it(
  `writes ${OPERATIONS} random events as a merge in memory has them, whichever writers die (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED);
    const writers = unreliableWriters(redis, pageViewRepository(pool), random);
    await createGroup(redis);
    let bad = 0;
    for (let round = 0; round * ROUND < OPERATIONS; round++) {
      const events = eventsOfRound(round, Math.min(ROUND, OPERATIONS - round * ROUND));
      bad += await append(events, random);
      await writers.drain(() => redis.xLen(PAGE_VIEW_STREAM.stream));
      const wanted = expected(events);
      expect(await rows.byIds(wanted.map(({ id }) => id))).toEqual(wanted);
      await rows.pool.query('delete from tracking.page_views where id = any($1::uuid[])', [wanted.map(({ id }) => id)]);
    }
    // Every bad line is in the dead letters once for every entry that held it, although its writers died too.
    expect(await redis.xLen(PAGE_VIEW_STREAM.deadLetters)).toBe(bad);
    expect(writers.counts.deaths).toBeGreaterThan(OPERATIONS / 2000);
    console.log(
      `${OPERATIONS} events, ${writers.counts.handled} entries handled, ${writers.counts.deaths} writers died, ${bad} dead letters, 0 mismatches`,
    );
    await redis.flushAll();
  },
  60_000 + OPERATIONS,
);
