import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '@course/federation/paths';
import { inTransaction, withClient } from '../postgres/client.ts';
import { applyDefinitions, readDefinitions } from './definitions.ts';
import { migrate, readMigrations } from './migrations.ts';
import { migrateServices, SERVICES } from './services.ts';

const passwords = { funnel: 'funnel-password', tracking: 'tracking-password', analyst: 'analyst-password' };

let stores: TestStores;
beforeAll(async () => {
  stores = await startTestStores();
});
afterAll(() => stores.stop());

describe('the definitions of a folder', () => {
  let folder: string;
  let schema = '';
  let count = 0;
  const file = (name: string, sql: string): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), sql.replaceAll('SCHEMA', schema));
  };
  const apply = () =>
    withClient(stores.databaseUrl, async (client) => {
      let applied: readonly string[] = [];
      await inTransaction(client, async () => {
        await client.query(`create schema if not exists ${schema}`);
        applied = await applyDefinitions(client, [schema], readDefinitions(folder));
      });
      return applied;
    });
  const value = async (sql: string): Promise<unknown> => {
    const { rows } = await withClient(stores.databaseUrl, (client) =>
      client.query<{ value: unknown }>(`select ${sql.replaceAll('SCHEMA', schema)} as value`),
    );
    return rows[0]?.value;
  };
  const VIEW = ['views/shown.sql', 'create or replace view SCHEMA.shown as select SCHEMA.one() as one'] as const;
  const one = (number: number): void =>
    file(
      'functions/one.sql',
      `create or replace function SCHEMA.one() returns int language sql as 'select SCHEMA.two() - ${number}'`,
    );
  const FUNCTIONS = ['functions/one.sql', 'functions/two.sql'];

  beforeEach(() => {
    schema = `definitions_${(count += 1)}`;
    folder = mkdtempSync(path.join(tmpdir(), 'definitions-'));
    one(1);
    file('functions/two.sql', `create or replace function SCHEMA.two() returns int language sql as 'select 2'`);
    file(...VIEW);
    file('grants.sql', 'this is no definition');
    file('migrations/20260101000000_x/migration.sql', 'nor is this');
    return () => rmSync(folder, { recursive: true });
  });

  it('are all applied once, including functions that refer to later ones, and views', async () => {
    expect(await apply()).toEqual([...FUNCTIONS, VIEW[0]]);
    expect(await value('(select one from SCHEMA.shown)')).toBe(1);
    expect(await apply()).toEqual([]);
  });

  it('are applied again when their files change; others are left alone', async () => {
    await apply();
    const rowVersion = () => value(`(select xmin::text from pg_proc where oid = 'SCHEMA.two'::regproc)`);
    const before = await rowVersion();
    one(5);
    expect(await apply()).toEqual(['functions/one.sql']);
    expect(await value('(select one from SCHEMA.shown)')).toBe(-3);
    expect(await rowVersion()).toBe(before);
  });

  it('are applied again when a migration has dropped them', async () => {
    await apply();
    await withClient(stores.databaseUrl, (client) => client.query(`drop function ${schema}.one cascade`));
    expect(await apply()).toEqual(['functions/one.sql', VIEW[0]]);
  });

  it('are applied together or not at all', async () => {
    await apply();
    one(7);
    file('functions/two.sql', 'create or replace function SCHEMA.two() returns int language nothing as $$$$');
    await expect(apply()).rejects.toThrow(/functions\/two\.sql failed, no definition was changed/);
    expect(await value('(select one from SCHEMA.shown)')).toBe(1);
  });
});

describe('the database', () => {
  const urlOf = (database: string): string => {
    const url = new URL(stores.superuserUrl);
    url.pathname = `/${database}`;
    return url.href;
  };
  const aDatabase = async (name: string): Promise<string> => {
    await withClient(stores.superuserUrl, (client) => client.query(`create database ${name}`));
    return urlOf(name);
  };
  const migrateAll = (databaseUrl: string) => migrateServices({ databaseUrl, passwords, projectRoot: PROJECT_ROOT });

  /** Everything that the schemas consist of, by name. */
  const CATALOGUE = `
    with ours as (select oid, nspname from pg_namespace where nspname in ('funnel', 'tracking', 'rollups', 'analytics'))
    select 'function ' || p.oid::regprocedure as name, pg_get_functiondef(p.oid) || coalesce(obj_description(p.oid, 'pg_proc'), '') || coalesce(p.proacl::text, '') as definition
      from pg_proc p join ours on ours.oid = p.pronamespace
    union all
    select 'view ' || c.oid::regclass, pg_get_viewdef(c.oid) || coalesce(obj_description(c.oid, 'pg_class'), '') from pg_class c join ours on ours.oid = c.relnamespace where c.relkind = 'v'
    union all
    select 'column ' || c.oid::regclass || '.' || a.attname, format_type(a.atttypid, a.atttypmod) || a.attnotnull || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || coalesce(col_description(c.oid, a.attnum), '')
      from pg_class c join ours on ours.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind in ('r', 'p', 'v', 'c') and not c.relispartition
    union all
    select 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(c.oid) from pg_constraint c join ours on ours.oid = c.connamespace
      where conrelid <> 0 and not exists (select from pg_class where oid = conrelid and relispartition)
    union all
    select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid join ours on ours.oid = c.relnamespace where not c.relispartition
    union all
    select 'trigger ' || tgrelid::regclass || '.' || tgname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid join ours on ours.oid = c.relnamespace
      where not tgisinternal and not c.relispartition
    order by 1`;
  const catalogue = async (databaseUrl: string): Promise<ReadonlyMap<string, string>> => {
    const { rows } = await withClient(databaseUrl, (client) =>
      client.query<{ name: string; definition: string }>(CATALOGUE),
    );
    return new Map(rows.map(({ name, definition }) => [name, definition]));
  };

  /** Migrates to the release before functions and views were files. */
  const migrateToEarlierRelease = (client: pg.Client) =>
    SERVICES.reduce(async (before, { schema, folder }) => {
      await before;
      const all = readMigrations(path.join(PROJECT_ROOT, folder, 'migrations'));
      await migrate(
        client,
        schema,
        all.filter(({ name }) => name < '20261122120'),
      );
    }, Promise.resolve());

  it('has exactly one file for each function and view', async () => {
    const files = readDefinitions(path.join(PROJECT_ROOT, 'svc-tracking/analytics')).map(({ file }) =>
      path.basename(file, '.sql'),
    );
    const { rows } = await withClient(stores.databaseUrl, (client) =>
      client.query<{ name: string }>(`
        select proname as name from pg_proc where pronamespace in ('rollups'::regnamespace, 'analytics'::regnamespace)
        union select relname from pg_class where relkind = 'v' and relnamespace in ('rollups'::regnamespace, 'analytics'::regnamespace)`),
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(files.sort());
  });

  it('of an earlier release is migrated to the same schema as a new one, with its counts', async () => {
    const [fresh, old] = [await aDatabase('as_new'), await aDatabase('as_before')];
    await migrateAll(fresh);
    const counted = (client: pg.Client) =>
      client.query(
        `select question_key, answer_value, answers::int from analytics.answers(now() - interval '2 hours', now() + interval '2 hours') order by 1, 2`,
      );
    const before = await withClient(old, async (client) => {
      await migrateToEarlierRelease(client);
      await client.query(`
        insert into funnel.sessions (id, variant) values ('one', 'A'), ('two', null), ('three', null);
        insert into funnel.responses (session_id, question_key, answer_value) values ('one', 'q1', '45+'), ('one', 'q2', '["a","b"]'), ('two', 'q1', '45+');
        insert into tracking.page_views (id, entered_at, session_id, page_path) values (uuidv7(), now(), 'one', '/q1')`);
      await client.query('select rollups.fold(), rollups.fold()');
      // Written, but not aggregated yet.
      await client.query(
        `insert into funnel.responses (session_id, question_key, answer_value) values ('three', 'q1', '18-24')`,
      );
      return (await counted(client)).rows;
    });
    expect(before).toHaveLength(4);
    expect((await migrateAll(old)).some((name) => name.startsWith('svc-tracking/analytics'))).toBe(true);
    expect(await catalogue(old)).toEqual(await catalogue(fresh));
    await withClient(old, async (client) => {
      const refresh = 'select rollups.refresh(), rollups.refresh(), rollups.refresh()';
      await client.query(refresh);
      expect((await counted(client)).rows).toEqual(before);
      await client.query(
        `update funnel.responses set answer_value = '18-24' where session_id = 'one' and question_key = 'q1'; delete from funnel.sessions where id = 'two'; insert into funnel.changes (session_id) values ('one'), ('two')`,
      );
      await client.query(refresh);
      expect((await counted(client)).rows).toEqual([
        { question_key: 'q1', answer_value: '18-24', answers: 2 },
        { question_key: 'q2', answer_value: 'a', answers: 1 },
        { question_key: 'q2', answer_value: 'b', answers: 1 },
      ]);
    });
    expect(await migrateAll(old)).toEqual([]);
  });

  it('of an earlier release corrects what it had counted of a visit that continues, and nothing else', async () => {
    const old = await aDatabase('as_counted');
    const bounces = async (client: pg.Client) => {
      await client.query('select rollups.refresh(), rollups.refresh()');
      const { rows } = await client.query<{ n: number }>(
        `select sum(n)::int as n from rollups.metric_buckets where kind = 'bounced' and level = 0`,
      );
      return rows[0]?.n;
    };
    const addView = (client: pg.Client, session: string, path: string) =>
      client.query(
        'insert into tracking.page_views (id, entered_at, session_id, page_path) values (uuidv7(), now(), $1, $2)',
        [session, path],
      );
    await withClient(old, async (client) => {
      await migrateToEarlierRelease(client);
      for (const session of ['once', 'again', 'twice', 'twice']) await addView(client, session, '/home');
      await client.query('select rollups.fold(), rollups.fold()');
    });
    await migrateAll(old);
    await withClient(old, async (client) => {
      expect(await bounces(client)).toBe(2);
      await addView(client, 'again', '/home');
      await addView(client, 'twice', '/q1');
      expect(await bounces(client)).toBe(2);
      await addView(client, 'once', '/q1');
      expect(await bounces(client)).toBe(1);
    });
  });

  it('of an earlier release keeps the times in the quiz that it had counted', async () => {
    const old = await aDatabase('as_timed');
    const steps = [
      ['q1', 'q1'],
      ['start', 'start'],
      ['end', null],
    ].map(([key, question], index) => ({
      key,
      path: `/${key}`,
      title: key,
      question_key: question,
      place: index + 1,
      is_on_way: true,
    }));
    const times = async (client: pg.Client) => {
      const { rows } = await client.query<{ visitors: number; p50: number }>(
        `select visitors::int, round(p50_seconds)::int as p50 from analytics.quiz_time(now() - interval '2 hours', now() + interval '2 hours')`,
      );
      return rows[0];
    };
    const view = (client: pg.Client, path: string, seconds: number) =>
      client.query(
        `insert into tracking.page_views (id, entered_at, session_id, page_path, time_spent_seconds) values (uuidv7(), now(), 'timed', $1, $2)`,
        [path, seconds],
      );
    await withClient(old, async (client) => {
      await migrateToEarlierRelease(client);
      await client.query('select rollups.set_steps($1, true)', [JSON.stringify(steps)]);
      await view(client, '/q1', 30);
      await view(client, '/start', 100);
      await client.query('select rollups.fold(), rollups.fold()');
    });
    await migrateAll(old);
    await withClient(old, async (client) => {
      const { rows } = await client.query('select key, is_numbered from rollups.steps order by place');
      expect(rows).toEqual([
        { key: 'q1', is_numbered: true },
        { key: 'start', is_numbered: false },
        { key: 'end', is_numbered: false },
      ]);
      expect(await times(client)).toEqual({ visitors: 1, p50: 30 });
      // Merges the visit again.
      await view(client, '/end', 5);
      await client.query('select rollups.refresh(), rollups.refresh(), rollups.refresh()');
      expect(await times(client)).toEqual({ visitors: 1, p50: 30 });
    });
  });
});
