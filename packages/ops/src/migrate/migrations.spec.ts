import { createHash } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withClient } from '../postgres/client.ts';
import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import { migrate, type Migration } from './migrations.ts';

let stores: TestStores;
let schema = '';
let count = 0;

beforeAll(async () => {
  stores = await startTestStores();
});
afterAll(() => stores.stop());
beforeEach(() => {
  schema = `trial_${(count += 1)}`;
});

const aMigration = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
});
const table = aMigration('20250101000000_table', 'create table things (id int primary key)');
const column = aMigration('20250102000000_column', 'alter table things add column name text');

const run = (...migrations: Migration[]) =>
  withClient(stores.databaseUrl, (client) => migrate(client, schema, migrations));
const query = async <T extends pg.QueryResultRow>(sql: string) =>
  (await withClient(stores.databaseUrl, (client) => client.query<T>(sql))).rows;

test('applies what is missing, in order, inside the schema', async () => {
  expect(await run(table, column)).toEqual([table.name, column.name]);
  expect(await query(`select id, name from ${schema}.things`)).toEqual([]);
});

test('applies nothing twice', async () => {
  await run(table);
  expect(await run(table, column)).toEqual([column.name]);
  expect(await run(table, column)).toEqual([]);
});

test("keeps Prisma's own bookkeeping", async () => {
  await run(table);
  const [row] = await query(`select * from ${schema}._prisma_migrations`);
  expect(row).toMatchObject({
    migration_name: table.name,
    checksum: table.checksum,
    logs: null,
    rolled_back_at: null,
    applied_steps_count: 1,
  });
  expect(row?.['id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(row?.['finished_at']).toBeInstanceOf(Date);
});

test('refuses a migration that was changed after it was applied', async () => {
  await run(table);
  await expect(run(aMigration(table.name, 'create table other (id int)'))).rejects.toThrow(
    /20250101000000_table was changed after it was applied/,
  );
});

test('rolls back a migration that fails half-way and keeps those before it', async () => {
  const broken = aMigration('20250103000000_broken', 'create table half (id int); select 1 from nowhere');
  await expect(run(table, broken)).rejects.toThrow(
    /20250103000000_broken of trial_\d+ failed, nothing of it was kept: .*nowhere/,
  );
  expect(await query(`select tablename from pg_tables where schemaname = '${schema}' order by 1`)).toEqual([
    { tablename: '_prisma_migrations' },
    { tablename: 'things' },
  ]);
  expect(await run(table)).toEqual([]);
});

test('refuses to continue after a migration that another tool started and never finished', async () => {
  await run(table);
  await query(`update ${schema}._prisma_migrations set finished_at = null`);
  await expect(run(table)).rejects.toThrow(/started and never finished/);
});

test('two runs at once apply each migration once', async () => {
  const results = await Promise.all([run(table, column), run(table, column)]);
  expect(results.flat()).toEqual([table.name, column.name]);
});
