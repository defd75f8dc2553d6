import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '@course/ops/postgres/client';
import { waitUntil } from '@course/ops/wait';
import { smallDisk } from './small-disk.ts';
import type { Visitors } from './visitors.ts';
import type { Fixtures } from './fixtures.ts';

/** What happened while something was away. */
export interface Outage {
  readonly name: string;
  readonly seconds: number;
  /** Calls taken meanwhile. */
  readonly taken: number;
  /** What should have held and did not; empty when all did. */
  readonly complaints: readonly string[];
}

export interface OutageContext {
  readonly fixtures: Fixtures;
  readonly visitors: Visitors;
}

/** What was under way when the store went may still be answered. */
const UNDER_WAY_MS = 3000;
const RECOVER_MAX_MS = 60_000;

const refusedSince = (visitors: Visitors, before: ReadonlyMap<string, number>, status: string): number =>
  (visitors.refusals.get(status) ?? 0) - (before.get(status) ?? 0);

const recovers = (visitors: Visitors, what: string): Promise<void> => {
  const before = visitors.taken();
  return waitUntil(() => visitors.taken() > before, { what, timeoutMs: RECOVER_MAX_MS });
};

/** PostgreSQL is killed and stays away: everything is taken, and waits in the stream. */
export const withoutPostgres = async ({ fixtures, visitors }: OutageContext, seconds: number): Promise<Outage> => {
  process.kill(fixtures.stores.postgresPid, 'SIGKILL');
  const [before, refusals] = [visitors.taken(), new Map(visitors.refusals)];
  await pause(seconds * 1000);
  const taken = visitors.taken() - before;
  const refused = [...visitors.refusals]
    .filter(([status, count]) => count > (refusals.get(status) ?? 0))
    .map(([status]) => status);
  await fixtures.startAgain('postgres');
  return {
    name: 'PostgreSQL down',
    seconds,
    taken,
    complaints: [
      ...(taken > 0 ? [] : ['nothing was taken']),
      ...(refused.length === 0 ? [] : [`calls were refused: ${refused.join(', ')}`]),
    ],
  };
};

/** Redis is killed and stays away: nothing is taken, every call hears 503. */
export const withoutRedis = async ({ fixtures, visitors }: OutageContext, seconds: number): Promise<Outage> => {
  const refusals = new Map(visitors.refusals);
  process.kill(fixtures.stores.redisPid, 'SIGKILL');
  await pause(Math.min(UNDER_WAY_MS, (seconds * 1000) / 2));
  const before = visitors.taken();
  await pause(Math.max(seconds * 1000 - UNDER_WAY_MS, (seconds * 1000) / 2));
  const taken = visitors.taken() - before;
  const refused = refusedSince(visitors, refusals, '503');
  await fixtures.startAgain('redis');
  await recovers(visitors, 'page views to be taken again');
  return {
    name: 'Redis down',
    seconds,
    taken,
    complaints: [...(taken === 0 ? [] : ['calls were taken']), ...(refused > 0 ? [] : ['no call heard 503'])],
  };
};

const diskIsFull = (superuserUrl: string): Promise<boolean> =>
  withClient(superuserUrl, async (client) => {
    try {
      await client.query('begin');
      await client.query(
        'create table tracking.probe tablespace tiny as select repeat(md5(n::text), 60) from generate_series(1, 200) n',
      );
      return false;
    } catch (error) {
      return (error as { code?: string }).code === '53100';
    } finally {
      await client.query('rollback').catch(() => undefined);
    }
  });

/** The disk under the current month is full: PostgreSQL refuses to write, everything is taken and waits. Undefined where no small disk can be made. */
export const fullDisk = async ({ fixtures, visitors }: OutageContext, seconds: number): Promise<Outage | undefined> => {
  const { superuserUrl } = fixtures.stores;
  const disk = smallDisk(256);
  if (!disk) return undefined;
  const month = `tracking.page_views_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
  const sql = (text: string) => withClient(superuserUrl, (client) => client.query(text));
  await sql(`create tablespace tiny location '${disk.folder}'`);
  try {
    await sql(`alter table ${month} set tablespace tiny`);
    disk.fill(32 * 1024);
    const before = visitors.taken();
    await waitUntil(() => diskIsFull(superuserUrl), { what: 'the disk to be full', timeoutMs: 20_000 });
    await pause(seconds * 1000);
    const taken = visitors.taken() - before;
    const stillFull = await diskIsFull(superuserUrl);
    return {
      name: 'disk full',
      seconds,
      taken,
      complaints: [...(taken > 0 ? [] : ['nothing was taken']), ...(stillFull ? [] : ['the disk was not full'])],
    };
  } finally {
    disk.free();
    await sql(`alter table ${month} set tablespace pg_default`);
    await sql('drop tablespace tiny');
    disk.remove();
  }
};

const MB = 1024 * 1024;

/** PostgreSQL is away and Redis has little room: calls hear 503 before Redis runs out, and are taken again afterwards. */
export const fullRedis = async (
  context: OutageContext,
  redis: { used(): Promise<number>; limit(bytes: number): Promise<void> },
): Promise<Outage> => {
  const { fixtures, visitors } = context;
  process.kill(fixtures.stores.postgresPid, 'SIGKILL');
  const startedAt = Date.now();
  const [before, refusals] = [visitors.taken(), new Map(visitors.refusals)];
  const limit = Math.ceil((await redis.used()) + MB / 4);
  await redis.limit(Math.ceil(limit / 0.8));
  await waitUntil(() => refusedSince(visitors, refusals, '503') > 0, {
    what: 'a full Redis to refuse',
    timeoutMs: RECOVER_MAX_MS,
  });
  const hadRoom = (await redis.used()) < limit / 0.8;
  const taken = visitors.taken() - before;
  await fixtures.startAgain('postgres');
  await recovers(visitors, 'page views to be taken again');
  await redis.limit(0);
  return {
    name: 'Redis full',
    seconds: (Date.now() - startedAt) / 1000,
    taken,
    complaints: hadRoom ? [] : ['Redis had run out before calls were refused'],
  };
};
