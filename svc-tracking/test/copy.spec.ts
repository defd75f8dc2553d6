import { createPostgresPool } from '@course/service-kit';
import { workerStores } from '@course/test-kit/fresh-stores';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyRows } from '../src/writer/copy.ts';

let pool: pg.Pool;
beforeAll(() => {
  pool = createPostgresPool({ connectionString: workerStores().trackingDatabaseUrl }, pino({ level: 'silent' }));
});
afterAll(() => pool.end());

const socketOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

// An error that nobody hears would fail the run.
it('a connection that breaks while rows are copied fails the copy alone', async () => {
  pool.once('acquire', (client) => setImmediate(() => socketOf(client).destroy(new Error('write EPIPE'))));
  await expect(copyRows(pool, [])).rejects.toThrow();
  expect(await copyRows(pool, [])).toBe(0);
});
