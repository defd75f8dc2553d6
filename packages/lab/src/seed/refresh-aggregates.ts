import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const POLL_MS = 200;

const isWaiting = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ waits: boolean }>(`
    select exists (select from rollups.deltas) or exists (select from rollups.changed_views) or exists (select from funnel.changes) as waits`);
  return rows[0]?.waits ?? false;
};

/** Brings the analysts' aggregates up to date, with or without a service that does so too: while that is at it, ours takes nothing. */
export const refreshAggregates = async (client: pg.ClientBase, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const { rows } = await client.query<{ taken: number }>('select rollups.refresh() as taken');
    if (rows[0]?.taken) continue;
    if (!(await isWaiting(client))) return;
    await pause(POLL_MS, undefined, { signal });
  }
};
