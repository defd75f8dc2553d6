import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT_ROOT } from '@course/federation/paths';
import { addressFor, withClient } from '../postgres/client.ts';
import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import { migrateServices } from './services.ts';

const passwords = { funnel: 'funnel-password', tracking: 'tracking-password', analyst: 'analyst-password' };
const SCHEMAS = `('analytics', 'funnel', 'graphile_worker', 'rollups', 'tracking')`;

let stores: TestStores;
/** As in docker-compose.yml: the address of a database as a superuser. */
let superuserUrl: string;

const urlOf = (database: string): string => {
  const url = new URL(stores.superuserUrl);
  url.pathname = `/${database}`;
  return url.href;
};
const migrateAll = () => migrateServices({ databaseUrl: superuserUrl, passwords, projectRoot: PROJECT_ROOT });
const query = async (sql: string): Promise<unknown[]> =>
  (await withClient(superuserUrl, (client) => client.query(sql))).rows;
const owners = (): Promise<unknown[]> =>
  query(`
    select distinct r.rolname as owner, r.rolsuper as super from pg_roles r where oid in (
      select nspowner from pg_namespace where nspname in ${SCHEMAS}
      union select relowner from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname in ${SCHEMAS}
      union select proowner from pg_proc p join pg_namespace n on n.oid = p.pronamespace where nspname in ${SCHEMAS}
      union select typowner from pg_type t join pg_namespace n on n.oid = t.typnamespace where nspname in ${SCHEMAS}
      union select datdba from pg_database where datname = current_database())`);

beforeAll(async () => {
  stores = await startTestStores();
  await withClient(stores.superuserUrl, (client) => client.query('create database as_in_compose'));
  superuserUrl = urlOf('as_in_compose');
  await migrateAll();
});
afterAll(() => stores.stop());

test('with a superuser’s address, a role that is not a superuser owns everything', async () => {
  expect(await owners()).toEqual([{ owner: 'course_owner', super: false }]);
});

test('no role of the product is a superuser, can create roles or bypasses row security', async () => {
  expect(
    await query(
      `select rolname from pg_roles where rolname in ('svc_funnel', 'svc_tracking', 'analyst', 'course_owner') and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)`,
    ),
  ).toEqual([]);
});

test('the next migration transfers what a superuser still owns, and changes nothing else', async () => {
  await query('alter function rollups.refresh(int, int) owner to postgres');
  await query('alter table tracking.page_views owner to postgres');
  await query('alter schema funnel owner to postgres');
  expect(await migrateAll()).toEqual([]);
  expect(await owners()).toEqual([{ owner: 'course_owner', super: false }]);
});

test('the services have the rights that they need, and an analyst can only read', async () => {
  const as = (user: string, password: string) => addressFor(superuserUrl, { user, password });
  await withClient(as('svc_tracking', passwords.tracking), async (client) => {
    await client.query('select rollups.refresh(), tracking.ensure_partitions()');
    await client.query(
      `insert into tracking.page_views (id, entered_at, session_id, page_path) values (uuidv7(), now(), 'one', '/q1')`,
    );
    await client.query('select rollups.refresh()');
  });
  await withClient(as('svc_funnel', passwords.funnel), (client) =>
    client.query(`select graphile_worker.add_job('send', '{}'), pg_advisory_xact_lock(1, 2)`),
  );
  await withClient(as('analyst', passwords.analyst), async (client) => {
    expect(
      (
        await client.query(
          `select views from analytics.page_timing(now() - interval '2 hours', now() + interval '2 hours')`,
        )
      ).rows,
    ).toEqual([{ views: '1' }]);
    await expect(client.query('select pg_advisory_lock(1)')).rejects.toThrow('permission denied');
  });
});
