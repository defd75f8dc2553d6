import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { ENTRIES } from './distributions.ts';

const SHORTEST_MONTH_DAYS = 28;
const MAX_MONTHS = 24;
const POLL_MS = 200;

/** Creates the partitions for page views of the last `days` days. */
export const prepareMonths = async (client: pg.ClientBase, days: number): Promise<void> => {
  const monthsBehind = Math.min(MAX_MONTHS, Math.ceil(days / SHORTEST_MONTH_DAYS));
  await client.query('select tracking.ensure_partitions($1)', [monthsBehind]);
};

/** Registers the variants of seeded visitors, so that they are counted by name from the start, if there is room. */
export const registerVariants = async (client: pg.ClientBase): Promise<void> => {
  const variants = Object.keys(ENTRIES).map((entry) => `entry=${entry}`);
  await client.query(
    `insert into tracking.counted_names (kind, name) select 'variant', unnest($1::text[]) on conflict (kind, name) do nothing`,
    [variants],
  );
};

/**
 * Updates the planner's statistics after many rows were added or removed, so that the first query is as fast as later
 * ones.
 */
export const analyze = (client: pg.ClientBase): Promise<unknown> =>
  client.query('analyze funnel.sessions, funnel.responses, funnel.checkouts, funnel.orders, tracking.page_views');

const isWaiting = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ waits: boolean }>(`
    select exists (select from rollups.deltas) or exists (select from rollups.changed_views) or exists (select from funnel.changes) as waits`);
  return rows[0]?.waits ?? false;
};

/** Refreshes the analysts' aggregates. If svc-tracking is refreshing them at the same time, waits until it is done. */
export const refreshAggregates = async (client: pg.ClientBase, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const { rows } = await client.query<{ taken: number }>('select rollups.refresh() as taken');
    if (rows[0]?.taken) continue;
    if (!(await isWaiting(client))) return;
    await pause(POLL_MS, undefined, { signal });
  }
};
