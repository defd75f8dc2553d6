import { setTimeout as pause } from 'node:timers/promises';
import { PAGE_VIEW_STREAM } from '@course/contracts';
import { sentenceOf } from '@course/ops/failure';
import { withClient } from '@course/ops/postgres/client';
import { withRedis } from '@course/ops/redis';
import { waitUntil } from '@course/ops/wait';
import { compareWithRows, type Acknowledged, type StoredRow, type DeliveryResult } from './delivery-log.ts';
import { fullDisk, fullRedis, withoutPostgres, withoutRedis, type Outage } from './outages.ts';
import { seededRandom, type Random } from '@course/test-kit/seeded-random';
import { untilStreamEmpty } from '../until-stream-empty.ts';
import { startVisitors } from './visitors.ts';
import { startFixtures, FAULT_TARGETS, type FaultTarget, type Fixtures } from './fixtures.ts';

export interface FaultsOptions {
  readonly kills: number;
  /** Time limit of the kills. */
  readonly killingMaxMs: number;
  readonly postgresDownSeconds: number;
  readonly redisDownSeconds: number;
  readonly diskFullSeconds: number;
  /** Maximum time between two kills; the actual one is random. */
  readonly betweenMs: number;
  readonly visitors: number;
  /** Determines what is killed and when, and what visitors do: an integer from 0 to 2^32 - 1. */
  readonly seed: number;
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface FaultsReport extends DeliveryResult {
  readonly seconds: number;
  readonly kills: Readonly<Record<FaultTarget, number>>;
  readonly outages: readonly Outage[];
  /** Outages that this machine does not allow. */
  readonly skipped: readonly string[];
  /** Page views that are stored more than once. */
  readonly duplicates: number;
  readonly deadLetters: number;
  /** Responses that no fault explains: neither success nor 503 nor a broken connection. */
  readonly unexpected: Readonly<Record<string, number>>;
  readonly refused: number;
}

/** Targets that recover quickly are killed more often: a killed PostgreSQL needs seconds. */
const WEIGHTS: Readonly<Record<FaultTarget, number>> = { service: 4, writer: 4, redis: 3, postgres: 2 };
const CHUNK = 5000;
const EXPECTED_REFUSALS = ['503', 'broken'];

const redisControl = (url: string) => ({
  used: () => withRedis(url, async (redis) => Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1] ?? 0)),
  limit: (bytes: number) => withRedis(url, async (redis) => void (await redis.configSet('maxmemory', String(bytes)))),
});

/** Returns the next target: each of them once, then random ones. */
const targetAt = (number: number, random: Random): FaultTarget => FAULT_TARGETS[number] ?? random.weighted(WEIGHTS);

const killAtRandom = async (
  fixtures: Fixtures,
  { kills, killingMaxMs, betweenMs, seed, say, signal }: FaultsOptions,
): Promise<Record<FaultTarget, number>> => {
  // Separate from the visitors' source, because how much they draw meanwhile depends on the machine.
  const random = seededRandom(seed);
  const counts: Record<FaultTarget, number> = { service: 0, writer: 0, redis: 0, postgres: 0 };
  const deadline = Date.now() + killingMaxMs;
  for (let number = 0; number < kills && !signal?.aborted && Date.now() < deadline; number++) {
    await pause(random.next() * betweenMs);
    const target = targetAt(number, random);
    await fixtures.kill(target, random.below(100));
    counts[target] += 1;
    if ((number + 1) % 20 === 0) say(`${number + 1} of ${kills} kills`);
  }
  return counts;
};

const storedRows = (
  databaseUrl: string,
  acknowledged: ReadonlyMap<string, Acknowledged>,
): Promise<ReadonlyMap<string, StoredRow>> =>
  withClient(databaseUrl, async (client) => {
    const ids = [...acknowledged.keys()];
    const rows = new Map<string, StoredRow>();
    for (let at = 0; at < ids.length; at += CHUNK) {
      const { rows: chunk } = await client.query<StoredRow>(
        'select id, session_id, page_path, time_spent_seconds from tracking.page_views where id = any($1::uuid[])',
        [ids.slice(at, at + CHUNK)],
      );
      for (const row of chunk) rows.set(row.id, row);
    }
    return rows;
  });

const DUPLICATES = `select coalesce(sum(n - 1), 0)::int as n from
  (select count(*) as n from tracking.page_views where page_path is not null group by session_id, page_path having count(*) > 1) d`;

const duplicatesIn = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => (await client.query<{ n: number }>(DUPLICATES)).rows[0]?.n ?? 0);

/** Kills processes and causes outages under load, and compares what was acknowledged with what is stored. */
export const runFaults = async (options: FaultsOptions): Promise<FaultsReport> => {
  const { postgresDownSeconds, redisDownSeconds, diskFullSeconds, seed, say, signal } = options;
  const fixtures = await startFixtures();
  const startedAt = Date.now();
  const { databaseUrl, redisUrl } = fixtures.stores;
  const outages: Outage[] = [];
  const skipped: string[] = [];
  const addOutage = (outage: Outage): void => {
    say(
      `${outage.name} for ${outage.seconds.toFixed(0)} s: ${outage.accepted} requests accepted meanwhile ${outage.complaints.join('; ')}`.trim(),
    );
    outages.push(outage);
  };
  try {
    const visitors = startVisitors({ urls: fixtures.urls, visitors: options.visitors, pauseMs: 20, seed });
    const context = { fixtures, visitors };
    await waitUntil(() => visitors.accepted() > 20, { what: 'the first page views', timeoutMs: 30_000 });
    const kills = await killAtRandom(fixtures, options);
    await fixtures.untilUp();
    /** Runs an outage. An error is reported, and the comparison still runs. */
    const runOutage = async (name: string, cause: () => Promise<Outage | undefined>): Promise<void> => {
      if (signal?.aborted) return;
      const outage = await cause().catch((error: unknown): Outage => ({
        name,
        seconds: 0,
        accepted: 0,
        complaints: [sentenceOf(error)],
      }));
      if (outage) addOutage(outage);
      else skipped.push(`${name} (needs root on Linux, and the right to mount)`);
    };
    if (redisDownSeconds > 0) await runOutage('Redis down', () => withoutRedis(context, redisDownSeconds));
    if (postgresDownSeconds > 0)
      await runOutage('PostgreSQL down', () => withoutPostgres(context, postgresDownSeconds));
    if (diskFullSeconds > 0) await runOutage('disk full', () => fullDisk(context, diskFullSeconds));
    await runOutage('Redis full', () => fullRedis(context, redisControl(redisUrl)));
    await visitors.stop();
    await withRedis(redisUrl, untilStreamEmpty);
    const unexpected = [...visitors.refusals].filter(([status]) => !EXPECTED_REFUSALS.includes(status));
    return {
      seconds: Math.round((Date.now() - startedAt) / 1000),
      kills,
      outages,
      skipped,
      ...compareWithRows(visitors.acknowledged, await storedRows(databaseUrl, visitors.acknowledged)),
      duplicates: await duplicatesIn(databaseUrl),
      deadLetters: await withRedis(redisUrl, (redis) => redis.xLen(PAGE_VIEW_STREAM.deadLetters)),
      unexpected: Object.fromEntries(unexpected),
      refused: [...visitors.refusals.values()].reduce((sum, count) => sum + count, 0),
    };
  } finally {
    await fixtures.stop();
  }
};
