import { createPostgresPool } from '@course/service-kit';
import { workerStores } from '@course/test-kit/fresh-stores';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageViewRepository } from '../src/writer/page-view.repository.ts';

let pool: pg.Pool;
beforeAll(() => {
  pool = createPostgresPool({ connectionString: workerStores().trackingDatabaseUrl }, pino({ level: 'silent' }));
});
afterAll(() => pool.end());

const socketOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

// An unhandled error event would fail the run.
it('a connection that breaks while rows are copied fails only the copy', async () => {
  pool.once('acquire', (client) => setImmediate(() => socketOf(client).destroy(new Error('write EPIPE'))));
  await expect(pageViewRepository(pool).copy([])).rejects.toThrow();
  expect(await pageViewRepository(pool).copy([])).toBe(0);
});
