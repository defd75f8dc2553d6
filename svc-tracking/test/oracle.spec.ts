import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { seededRandom, type Random, testSeed } from '@course/test-kit/seeded-random';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectRedis, createLogger, type Redis } from '@course/service-kit';
import { encodeEvent, type PageViewEvent } from '../src/stream/event-lines.ts';
import { createGroup } from '../src/stream/group.ts';
import { FIELD, KEYS, ROWS_FIELD } from '../src/stream/keys.ts';
import { encodeRows } from '../src/stream/row-bytes.ts';
import type { PageViewRow } from '../src/stream/row.ts';
import { addErrors } from '../src/writer/client-errors.ts';
import { copyRows } from '../src/writer/copy.ts';
import { rowOf } from '../src/stream/page-view-row.ts';
import { upsert } from '../src/writer/upsert.ts';
import { rowsByOracle } from './support/oracle.ts';
import { rowsIn, type Row, type Rows } from './support/rows.ts';
import { unreliableWriters } from './support/unreliable-writers.ts';
import { until } from './support/until.ts';

/** How many events are written; ORACLE_OPERATIONS=1000000 is the long run. */
const OPERATIONS = Number(process.env['ORACLE_OPERATIONS'] ?? 10_000);
const SEED = testSeed();
const ROUND = 10_000;
const IDS_A_ROUND = 2000;
const BASE_MS = Date.UTC(2026, 0, 15);

let redis: Redis;
let pool: pg.Pool;
let rows: Rows;

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
  redis = connectRedis(stores.redisUrl, 'test', createLogger('svc-tracking', 'silent'));
  pool = new pg.Pool({ connectionString: stores.trackingDatabaseUrl, max: 4 });
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

const TEXTS = ['a', 'b', 'ä', '\u{1F600}', '\uFFFD', 'A'];

const anEvent = (random: Random, round: number): PageViewEvent => {
  const [id, clamped, at] = [
    idOf(round, random.below(IDS_A_ROUND)),
    random.chance(0.1),
    BASE_MS + random.below(100_000),
  ];
  // Quarters are exact in single precision, which is what the column holds.
  const seconds = (): number => random.below(400) / 4;
  if (random.chance(0.5))
    return {
      kind: 'exit',
      id,
      exitedAt: at,
      timeSpentSeconds: seconds(),
      totalSeconds: random.chance(0.5) ? seconds() : undefined,
      clamped,
    };
  const variant = random.chance(0.5) ? random.oneOf(TEXTS) : undefined;
  return {
    kind: 'enter',
    id,
    sessionId: `session_${random.oneOf(TEXTS)}`,
    pagePath: `/${random.oneOf(TEXTS)}`,
    enteredAt: at,
    variant,
    clamped,
    ...(random.chance(0.1) ? { isBot: true } : {}),
    ...(random.chance(0.1) ? { isOwner: true } : {}),
  };
};

type Fields = Record<string, string | Buffer>;

const asLines = (events: readonly PageViewEvent[], poisonAt: number | undefined): Fields => {
  const lines = events.map(encodeEvent);
  if (poisonAt !== undefined) lines.splice(poisonAt, 0, '{"kind":"nonsense"}');
  return { [FIELD]: lines.join('\n') };
};

const asRows = (events: readonly PageViewEvent[]): Fields => ({
  [ROWS_FIELD]: Buffer.concat(encodeRows(events.map(rowOf), 512)),
});

/** Puts events into the stream in entries of any size and of both kinds, some of them twice, some with a line that is no event. Returns how many are not. */
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
    for (let time = 0; time < times; time++) adding.push(redis.xAdd(KEYS.stream, '*', fields));
    at += size;
  }
  await Promise.all(adding);
  return bad;
};

const asPageView = (row: Row): PageViewRow => ({
  id: row.id,
  enteredAt: row.entered_at?.getTime() ?? null,
  exitedAt: row.exited_at?.getTime() ?? null,
  timeSpentSeconds: row.time_spent_seconds,
  totalSeconds: row.total_seconds,
  clamped: row.clamped,
  sessionId: row.session_id,
  pagePath: row.page_path,
  variant: row.variant,
  isBot: row.is_bot,
  isOwner: row.is_owner,
  release: row.release,
  isPreview: row.is_preview,
  lcpSeconds: row.lcp_seconds,
  inpSeconds: row.inp_seconds,
  cls: row.cls,
  ttfbSeconds: row.ttfb_seconds,
});

const expected = (events: readonly PageViewEvent[]): PageViewRow[] => {
  const byId = new Map<string, PageViewEvent[]>();
  for (const event of events) byId.set(event.id, [...(byId.get(event.id) ?? []), event]);
  return [...byId.values()].flatMap((own) => rowsByOracle(own)).sort((a, b) => (a.id < b.id ? -1 : 1));
};

it(
  `writes ${OPERATIONS} random events as memory has them, whatever writers die (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED);
    const writers = unreliableWriters(
      redis,
      {
        upsert: (batch) => upsert(pool, batch),
        copy: (parts) => copyRows(pool, parts),
        addErrors: (errors) => addErrors(pool, errors),
      },
      random,
    );
    await createGroup(redis);
    let bad = 0;
    for (let round = 0; round * ROUND < OPERATIONS; round++) {
      const events = Array.from({ length: Math.min(ROUND, OPERATIONS - round * ROUND) }, () => anEvent(random, round));
      bad += await append(events, random);
      await writers.drain(() => redis.xLen(KEYS.stream));
      const wanted = expected(events);
      const found = (await rows.byIds(wanted.map(({ id }) => id)))
        .map(asPageView)
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(found).toEqual(wanted);
      await rows.pool.query('delete from tracking.page_views where id = any($1::uuid[])', [wanted.map(({ id }) => id)]);
    }
    // Every bad line is in the dead letters once for every entry that held it, although its writers died too.
    expect(await redis.xLen(KEYS.dead)).toBe(bad);
    expect(writers.counts.deaths).toBeGreaterThan(OPERATIONS / 2000);
    console.log(
      `${OPERATIONS} events, ${writers.counts.handled} entries handled, ${writers.counts.deaths} writers died, ${bad} dead letters, 0 mismatches`,
    );
    await redis.flushAll();
  },
  60_000 + OPERATIONS,
);
