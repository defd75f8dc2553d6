import { DAY_MS } from '@course/contracts';
import type pg from 'pg';
import { SEEDED_SESSIONS } from './ids.ts';
import { inTransaction } from '@course/ops/postgres/client';

const BATCH_SIZE = 5000;

export interface Removed {
  readonly visitors: number;
  readonly views: number;
}

interface RemoveOptions {
  readonly onProgress: (removed: Removed) => void;
  /** Aborts after the current step; the rest can be removed later. */
  readonly signal: AbortSignal;
}

const leastId = (at: number): string => {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const timeOfOutermostView = async (client: pg.ClientBase, direction: 'asc' | 'desc'): Promise<number | undefined> => {
  const { rows } = await client.query<{ id: string }>(
    `select id from tracking.page_views order by id ${direction} limit 1`,
  );
  return rows[0] && timeOf(rows[0].id);
};

/** Removes page views day by day, because they are indexed by id, which is ordered by time, and not by session. */
async function* removeViews(client: pg.ClientBase): AsyncGenerator<number> {
  const [first, last] = [await timeOfOutermostView(client, 'asc'), await timeOfOutermostView(client, 'desc')];
  for (let from = first ?? Infinity; from <= (last ?? -Infinity); from += DAY_MS) {
    const { rowCount } = await client.query(
      'delete from tracking.page_views where id >= $1 and id < $2 and session_id ~ $3',
      [leastId(from), leastId(from + DAY_MS), SEEDED_SESSIONS],
    );
    yield rowCount ?? 0;
  }
}

/** Tables that may refer to a seeded order, if somebody has worked with it. */
export const ORDER_TABLES = [
  'deliveries',
  'lesson_marks',
  'course_links',
  'refund_requests',
  'failed_refunds',
  'withdrawals',
  'disputes',
  'courses',
];

/**
 * Removes sessions, and in the same transaction their visits from the aggregates, which could not be corrected without
 * the rows.
 */
const removeSessions = (client: pg.ClientBase, ids: readonly string[]): Promise<void> =>
  inTransaction(client, async () => {
    await client.query('select rollups.remove_visits($1)', [ids]);
    for (const table of ORDER_TABLES)
      await client.query(
        `delete from funnel.${table} where order_id in (select id from funnel.orders where session_id = any ($1))`,
        [ids],
      );
    for (const table of ['orders', 'checkouts', 'responses'])
      await client.query(`delete from funnel.${table} where session_id = any ($1)`, [ids]);
    await client.query('delete from funnel.sessions where id = any ($1)', [ids]);
    await client.query('insert into funnel.changes (session_id) select unnest($1::text[])', [ids]);
  });

async function* removeVisitors(client: pg.ClientBase): AsyncGenerator<number> {
  for (let after = ''; ;) {
    const { rows } = await client.query<{ id: string }>(
      'select id from funnel.sessions where seeded and id > $1 order by id limit $2',
      [after, BATCH_SIZE],
    );
    if (rows.length === 0) return;
    await removeSessions(
      client,
      rows.map(({ id }) => id),
    );
    yield rows.length;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Removes visits of page views that were written after their session was removed. */
const removeLateVisits = (client: pg.ClientBase): Promise<unknown> =>
  client.query('select rollups.remove_visits(array(select session_id from rollups.visits where session_id ~ $1))', [
    SEEDED_SESSIONS,
  ]);

/**
 * Removes everything that was seeded, page views first, so that their visits cannot reappear. Returns how much it
 * removed.
 */
export const removeSeeded = async (client: pg.ClientBase, { onProgress, signal }: RemoveOptions): Promise<Removed> => {
  let removed: Removed = { visitors: 0, views: 0 };
  const consume = async (counts: AsyncIterable<number>, add: (count: number) => Removed): Promise<void> => {
    for await (const count of counts) {
      removed = add(count);
      onProgress(removed);
      if (signal.aborted) return;
    }
  };
  await consume(removeViews(client), (count) => ({ ...removed, views: removed.views + count }));
  if (!signal.aborted)
    await consume(removeVisitors(client), (count) => ({ ...removed, visitors: removed.visitors + count }));
  if (!signal.aborted) await removeLateVisits(client);
  return removed;
};
