import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const POLL_MS = 200;

const waiting = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ waits: boolean }>(`
    select exists (select from rollups.deltas) or exists (select from rollups.changed_views) or exists (select from funnel.changes) as waits`);
  return rows[0]?.waits ?? false;
};

/** Brings the analysts' sums up to date, with or without a service that does so too: while that is at it, ours takes nothing. */
export const foldSums = async (client: pg.ClientBase, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const { rows } = await client.query<{ taken: number }>('select rollups.refresh() as taken');
    if (rows[0]?.taken) continue;
    if (!(await waiting(client))) return;
    await pause(POLL_MS, undefined, { signal });
  }
};
