import { workerStores } from '@course/test-kit/fresh-stores';
import pg from 'pg';
import { ADVISORY_LOCKS } from '../src/platform/locks.ts';
import { query } from './database.ts';

export interface Hold {
  /** Returns how many database sessions wait for the lock, directly or indirectly. */
  waiting(): Promise<number>;
  /** Commits, which releases the lock. */
  letGo(): Promise<void>;
}

const WAITING = `
  with recursive blocked (pid) as (
    select $1::int union select activity.pid from pg_stat_activity activity join blocked on blocked.pid = any(pg_blocking_pids(activity.pid)))
  select count(*)::int - 1 as waiting from blocked`;

/** Runs a statement in a separate transaction, and holds its locks until `letGo` is called. */
export async function hold(sql: string, values: readonly unknown[]): Promise<Hold> {
  const client = new pg.Client({ connectionString: workerStores().databaseUrl });
  await client.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query(sql, [...values]);
  return {
    waiting: async () => Number((await query(WAITING, [rows[0]?.pid]))[0]?.['waiting']),
    letGo: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

/** Locks a checkout's row. */
export const holdCheckout = (id: string): Promise<Hold> =>
  hold('select 1 from funnel.checkouts where id = $1 for update', [id]);

/** Takes a payment's lock. */
export const holdPayment = (paymentId: unknown): Promise<Hold> =>
  hold('select pg_advisory_xact_lock($1::int, hashtext($2))', [ADVISORY_LOCKS.payment, paymentId]);
