import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Failure } from '@course/ops/failure';
import { SEEDED_SESSIONS } from './ids.ts';

const POLL_MS = 500;
const TIMEOUT_MS = 120_000;

/** Lets the planner know of many new or missing rows, so that the first question is answered as quickly as later ones. */
export const analyze = (client: pg.ClientBase): Promise<unknown> =>
  client.query('analyze funnel.sessions, funnel.responses, funnel.checkouts, funnel.orders, tracking.page_views');

const countViews = async (client: pg.ClientBase): Promise<number> => {
  const { rows } = await client.query<{ views: number }>(
    'select count(*)::int as views from tracking.page_views where session_id ~ $1',
    [SEEDED_SESSIONS],
  );
  return rows[0]?.views ?? 0;
};

/** Waits until the writer has put so many seeded page views into the table. */
export const awaitViews = async (client: pg.ClientBase, expected: number, signal: AbortSignal): Promise<void> => {
  const giveUpAt = Date.now() + TIMEOUT_MS;
  for (;;) {
    const views = await countViews(client);
    if (views >= expected) return;
    if (Date.now() > giveUpAt)
      throw new Failure(
        `Only ${views} of ${expected} page views arrived in the table. Look at svc-tracking's log and at npm run dead-letters.`,
      );
    await pause(POLL_MS, undefined, { signal });
  }
};
