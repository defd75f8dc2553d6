import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPool } from './support/pool.ts';

let stores: TestStores;
let owner: pg.Pool;
let analyst: pg.Pool;

beforeAll(async () => {
  // A server of its own, because it fills the role's connections.
  stores = await startTestStores();
  owner = aPool(stores.databaseUrl);
  analyst = aPool(stores.analystUrl);
});

afterAll(async () => {
  await Promise.all([owner.end(), analyst.end()]);
  await stores.stop();
});

const column = async (pool: pg.Pool, sql: string): Promise<string[]> =>
  (await pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);

const RELATIONS =
  "from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'v', 'm', 'p', 'f', 'S') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'";

describe('the analysts’ role', () => {
  it('reads the views of schema analytics and nothing else of the product', async () => {
    const readable = await column(
      analyst,
      `select n.nspname || '.' || c.relname as name ${RELATIONS} and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') order by 1`,
    );
    expect(readable).toEqual([
      'analytics.answers_daily',
      'analytics.client_errors',
      'analytics.conversion_daily',
      'analytics.funnel_daily',
      'analytics.lesson_completion_daily',
      'analytics.orders',
      'analytics.page_timing_daily',
      'analytics.page_views',
      'analytics.releases_daily',
      'analytics.sessions',
      'analytics.steps',
    ]);
    for (const name of readable) await analyst.query(`select * from ${name} limit 1`);
  });

  it('sees no column for a name, an email or an IP address', async () => {
    const columns = await column(
      analyst,
      `
      select a.attname as name ${RELATIONS.replace('where', 'join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 where')} and n.nspname = 'analytics'
      union select unnest(p.proargnames) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'analytics'`,
    );
    expect(columns).toContain('page_path');
    expect(columns.filter((name) => name.includes('email') || name === 'name' || name.endsWith('_ip'))).toEqual([]);
  });

  it('may call the functions of schema analytics and no other of the product', async () => {
    const callable = await column(
      analyst,
      `
      select distinct n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('analytics', 'rollups', 'tracking', 'funnel', 'graphile_worker') and has_schema_privilege(n.oid, 'usage') and has_function_privilege(p.oid, 'execute') order by 1`,
    );
    expect(callable).toEqual(
      [
        'answers',
        'conversion',
        'conversion_by_day',
        'funnel',
        'lesson_completion',
        'live',
        'page_distribution',
        'page_timing',
        'page_timing_by_time',
        'questions',
        'quiz_time',
        'releases',
        'variants',
        'views_by_time',
      ].map((name) => `analytics.${name}`),
    );
  });

  it.each([
    'select * from funnel.sessions',
    'select email from funnel.orders',
    'select * from tracking.page_views',
    'select * from rollups.visits',
    'select rollups.refresh()',
    'select * from graphile_worker._private_jobs',
    'delete from analytics.sessions',
    'create table analytics.mine (id int)',
    'create table public.mine (id int)',
    'create schema mine',
    'create temp table mine (id int)',
    "select pg_advisory_lock(hashtext('rollups.refresh'))",
    'select pg_try_advisory_xact_lock(1, 2)',
    "select pg_notify('jobs:insert', '')",
    "select pg_logical_emit_message(false, 'mine', 'words')",
    'select lo_create(0)',
    "select lo_from_bytea(0, 'words')",
    "select lo_put(1, 0, 'words')",
    'select from rollups.refresh_lock for update',
    "select tracking.count_names('path', '{/mine}')",
    'select * from tracking.counted_names',
    "do 'begin end'",
    "create function public.mine() returns int language sql as 'select 1'",
    'alter role analyst superuser',
  ])('may not %s', async (sql) => {
    await expect(analyst.query(sql)).rejects.toThrow(/permission denied|read-only|cannot delete from view/);
    const client = await analyst.connect();
    await client.query('set default_transaction_read_only = off');
    // Read-only is only a default, so the role's rights must not depend on it.
    await expect(client.query(sql)).rejects.toThrow(/permission denied|cannot delete from view/);
    client.release(true);
  });

  it('reads for 30 s at most, and writes nothing', async () => {
    const { rows } = await analyst.query(
      "select current_setting('statement_timeout') as timeout, current_setting('default_transaction_read_only') as reads",
    );
    expect(rows).toEqual([{ timeout: '30s', reads: 'on' }]);
  });

  it('waits at most 3 s for a lock and is disconnected when idle', async () => {
    const { rows } = await analyst.query(
      `select name, setting from pg_settings where name in ('lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout') order by 1`,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '60000' },
      { name: 'idle_session_timeout', setting: '3600000' },
      { name: 'lock_timeout', setting: '3000' },
    ]);
  });

  it('has at most 20 connections and leaves the others to the services', async () => {
    const clients = Array.from({ length: 20 }, () => new pg.Client({ connectionString: stores.analystUrl }));
    const reached = await Promise.allSettled(clients.map((client) => client.connect()));
    const refused = reached.filter((result) => result.status === 'rejected');
    // The pool of this test has some of them.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ reason }) => String(reason).includes('too many connections for role'))).toBe(true);
    expect((await owner.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  });

  it('cannot block a refresh of the aggregates or the adding of jobs', async () => {
    const client = await analyst.connect();
    await client.query('begin; select * from analytics.sessions');
    await owner.query(
      `insert into tracking.page_views (id, entered_at, session_id, page_path) values (uuidv7(), now(), 'not kept', '/q1')`,
    );
    const tracking = aPool(stores.trackingDatabaseUrl);
    expect((await tracking.query('select rollups.refresh() as taken')).rows).not.toEqual([{ taken: 0 }]);
    await tracking.end();
    const funnel = aPool(stores.funnelDatabaseUrl);
    await funnel.query(
      `select graphile_worker.add_job('send', '{}'), pg_advisory_xact_lock(1, 2), pg_notify('jobs:insert', '')`,
    );
    await funnel.end();
    client.release(true);
  });
});

describe('schema analytics', () => {
  it('documents every view, column and function', async () => {
    const silent = await column(
      owner,
      `
      select c.relname as name ${RELATIONS} and n.nspname = 'analytics' and obj_description(c.oid, 'pg_class') is null
      union select c.relname || '.' || a.attname ${RELATIONS.replace('where', 'join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 where')} and n.nspname = 'analytics' and col_description(c.oid, a.attnum) is null
      union select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'analytics' and obj_description(p.oid, 'pg_proc') is null`,
    );
    expect(silent).toEqual([]);
  });

  it('documents every column that a function returns', async () => {
    const { rows } = await owner.query<{ name: string; comment: string; columns: string[] }>(`
      select p.proname as name, obj_description(p.oid, 'pg_proc') as comment,
        array(select a.name from unnest(p.proargnames, p.proargmodes) as a (name, mode) where a.mode = 't') as columns
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'analytics'`);
    // The comment of conversion_by_day refers to that of conversion.
    const missing = rows
      .filter(({ name }) => name !== 'conversion_by_day')
      .flatMap(({ name, comment, columns }) =>
        columns.filter((returned) => !comment.includes(`\n${returned}: `)).map((returned) => `${name}.${returned}`),
      );
    expect(missing).toEqual([]);
  });
});
