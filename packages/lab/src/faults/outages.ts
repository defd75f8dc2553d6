import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '@course/ops/postgres/client';
import { waitUntil } from '@course/ops/wait';
import { smallDisk } from './small-disk.ts';
import type { Visitors } from './visitors.ts';
import type { Fixtures } from './fixtures.ts';

/** The result of an outage. */
export interface Outage {
  readonly name: string;
  readonly seconds: number;
  /** Requests accepted meanwhile. */
  readonly accepted: number;
  /** Expectations that were not met. */
  readonly complaints: readonly string[];
}

export interface OutageContext {
  readonly fixtures: Fixtures;
  readonly visitors: Visitors;
}

/** Requests in progress when the store was killed may still be acknowledged within this time. */
const IN_PROGRESS_MS = 3000;
const RECOVER_MAX_MS = 60_000;

const refusedSince = (visitors: Visitors, before: ReadonlyMap<string, number>, status: string): number =>
  (visitors.refusals.get(status) ?? 0) - (before.get(status) ?? 0);

const recovers = (visitors: Visitors, what: string): Promise<void> => {
  const before = visitors.accepted();
  return waitUntil(() => visitors.accepted() > before, { what, timeoutMs: RECOVER_MAX_MS });
};

/** Keeps PostgreSQL down after a kill: everything must be accepted and wait in the stream. */
export const withoutPostgres = async ({ fixtures, visitors }: OutageContext, seconds: number): Promise<Outage> => {
  process.kill(fixtures.stores.postgresPid, 'SIGKILL');
  const [before, refusals] = [visitors.accepted(), new Map(visitors.refusals)];
  await pause(seconds * 1000);
  const accepted = visitors.accepted() - before;
  const refused = [...visitors.refusals]
    .filter(([status, count]) => count > (refusals.get(status) ?? 0))
    .map(([status]) => status);
  await fixtures.restartStore('postgres');
  return {
    name: 'PostgreSQL down',
    seconds,
    accepted,
    complaints: [
      ...(accepted > 0 ? [] : ['nothing was accepted']),
      ...(refused.length === 0 ? [] : [`requests were refused: ${refused.join(', ')}`]),
    ],
  };
};

/** Keeps Redis down after a kill: nothing may be accepted, and requests get 503. */
export const withoutRedis = async ({ fixtures, visitors }: OutageContext, seconds: number): Promise<Outage> => {
  const refusals = new Map(visitors.refusals);
  process.kill(fixtures.stores.redisPid, 'SIGKILL');
  await pause(Math.min(IN_PROGRESS_MS, (seconds * 1000) / 2));
  const before = visitors.accepted();
  await pause(Math.max(seconds * 1000 - IN_PROGRESS_MS, (seconds * 1000) / 2));
  const accepted = visitors.accepted() - before;
  const refused = refusedSince(visitors, refusals, '503');
  await fixtures.restartStore('redis');
  await recovers(visitors, 'page views to be accepted again');
  return {
    name: 'Redis down',
    seconds,
    accepted,
    complaints: [...(accepted === 0 ? [] : ['requests were accepted']), ...(refused > 0 ? [] : ['no request got 503'])],
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

/**
 * Fills the disk of the current month: PostgreSQL cannot write, and everything must be accepted and wait. Resolves to
 * undefined if no small disk can be mounted.
 */
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
    const before = visitors.accepted();
    await waitUntil(() => diskIsFull(superuserUrl), { what: 'the disk to be full', timeoutMs: 20_000 });
    await pause(seconds * 1000);
    const accepted = visitors.accepted() - before;
    const stillFull = await diskIsFull(superuserUrl);
    return {
      name: 'disk full',
      seconds,
      accepted,
      complaints: [...(accepted > 0 ? [] : ['nothing was accepted']), ...(stillFull ? [] : ['the disk was not full'])],
    };
  } finally {
    disk.free();
    await sql(`alter table ${month} set tablespace pg_default`);
    await sql('drop tablespace tiny');
    disk.remove();
  }
};

const MB = 1024 * 1024;

/**
 * Stops PostgreSQL while Redis has little memory: requests must get 503 before Redis runs out, and be accepted again
 * afterwards.
 */
export const fullRedis = async (
  context: OutageContext,
  redis: { used(): Promise<number>; limit(bytes: number): Promise<void> },
): Promise<Outage> => {
  const { fixtures, visitors } = context;
  process.kill(fixtures.stores.postgresPid, 'SIGKILL');
  const startedAt = Date.now();
  const [before, refusals] = [visitors.accepted(), new Map(visitors.refusals)];
  const limit = Math.ceil((await redis.used()) + MB / 4);
  let hadRoom: boolean;
  let accepted: number;
  try {
    await redis.limit(Math.ceil(limit / 0.8));
    await waitUntil(() => refusedSince(visitors, refusals, '503') > 0, {
      what: 'a full Redis to refuse',
      timeoutMs: RECOVER_MAX_MS,
    });
    hadRoom = (await redis.used()) < limit / 0.8;
    accepted = visitors.accepted() - before;
  } finally {
    // Also after a failure: the comparison that follows needs both stores.
    await fixtures.restartStore('postgres');
    await redis.limit(0);
  }
  await recovers(visitors, 'page views to be accepted again');
  return {
    name: 'Redis full',
    seconds: (Date.now() - startedAt) / 1000,
    accepted,
    complaints: hadRoom ? [] : ['Redis had run out before requests were refused'],
  };
};
