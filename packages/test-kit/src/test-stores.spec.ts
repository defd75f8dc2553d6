import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { processIdentity } from '@course/federation/identity';
import { withClient } from '@course/ops/postgres/client';
import { withRedis, type Redis } from '@course/ops/redis';
import { scratchFolder } from './scratch.ts';
import { startTestStores, type TestStores } from './test-stores.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await startTestStores();
});
afterAll(() => stores.stop());

const sql = (url: string, text: string) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

const redis = <T>(use: (client: Redis) => Promise<T>): Promise<T> => withRedis(stores.redisUrl, use);

test('Redis writes to disk before it replies and evicts nothing', async () => {
  const config = await redis((client) => client.configGet(['appendonly', 'appendfsync', 'maxmemory-policy']));
  expect(config).toMatchObject({ appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' });
});

test('an acknowledged Redis write survives SIGKILL, at the same address', async () => {
  await redis((client) => client.set('kept', 'yes'));
  const before = stores.redisPid;
  await stores.restartRedis();
  expect(stores.redisPid).not.toBe(before);
  expect(await redis((client) => client.get('kept'))).toBe('yes');
});

test('a committed row survives SIGKILL of PostgreSQL, at the same address', async () => {
  await sql(stores.databaseUrl, 'create table public.kept as select 1 as id');
  const before = stores.postgresPid;
  await stores.restartPostgres();
  expect(stores.postgresPid).not.toBe(before);
  expect(await sql(stores.databaseUrl, 'select id from public.kept')).toEqual([{ id: 1 }]);
});

test('the pids are those of the servers', () => {
  expect(processIdentity(stores.postgresPid)).toBeDefined();
  expect(processIdentity(stores.redisPid)).toBeDefined();
});

test('if one server cannot be started, the other is stopped and its files are removed', async () => {
  const folder = scratchFolder();
  for (const name of readdirSync(tmpdir()).filter((entry) => /^course-template-[^.]+$/.test(entry)))
    symlinkSync(path.join(tmpdir(), name), path.join(folder, name));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.doUnmock('@course/dev-stack/redis/binary');
    vi.resetModules();
  });
  const storeFolders = () => readdirSync(folder).filter((name) => name.startsWith('course-stores-'));

  let postgresPid = 0;
  const noRedis = async (): Promise<never> => {
    postgresPid = await vi.waitFor(
      () => Number.parseInt(readFileSync(path.join(folder, storeFolders()[0]!, 'postgres/postmaster.pid'), 'utf8')),
      { timeout: 60_000 },
    );
    throw new Error('no Redis');
  };
  vi.doMock('@course/dev-stack/redis/binary', () => ({ redisBinary: noRedis }));
  vi.resetModules();
  const { startTestStores: start } = await import('./test-stores.ts');

  await expect(start('disk')).rejects.toThrow('no Redis');
  expect(processIdentity(postgresPid)).toBeUndefined();
  expect(storeFolders()).toEqual([]);
});

test("a service's role can use only its own schema, and define nothing", async () => {
  await expect(sql(stores.funnelDatabaseUrl, 'select count(*) from funnel.sessions')).resolves.toHaveLength(1);
  await expect(sql(stores.trackingDatabaseUrl, 'select count(*) from tracking.page_views')).resolves.toHaveLength(1);
  await expect(sql(stores.trackingDatabaseUrl, 'select count(*) from funnel.sessions')).rejects.toThrow(
    /permission denied/,
  );
  await expect(sql(stores.funnelDatabaseUrl, 'select count(*) from tracking.page_views')).rejects.toThrow(
    /permission denied/,
  );
  await expect(sql(stores.funnelDatabaseUrl, 'create table funnel.mine (id int)')).rejects.toThrow(/permission denied/);
});

test('only svc-funnel can use the job queue, and it can define nothing there', async () => {
  const added = await sql(stores.funnelDatabaseUrl, "select id from graphile_worker.add_job('trial', '{}'::json)");
  expect(
    await sql(
      stores.funnelDatabaseUrl,
      `update graphile_worker._private_jobs set attempts = 1 where id = ${String(added[0]?.['id'])} returning attempts`,
    ),
  ).toEqual([{ attempts: 1 }]);
  await expect(
    sql(stores.funnelDatabaseUrl, 'alter table graphile_worker._private_jobs disable row level security'),
  ).rejects.toThrow(/must be owner/);
  await expect(sql(stores.trackingDatabaseUrl, 'select count(*) from graphile_worker._private_jobs')).rejects.toThrow(
    /permission denied/,
  );
});

test('the owner can read every schema and is no superuser', async () => {
  await expect(
    sql(stores.databaseUrl, 'select count(*) from funnel.sessions, tracking.page_views'),
  ).resolves.toHaveLength(1);
  expect(await sql(stores.databaseUrl, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
});
