import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyDatabase, startTestStores, type Database, type TestStores } from '@course/test-kit/test-stores';
import { scratchFolder } from '@course/test-kit/scratch';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { withClient } from '../postgres/client.ts';
import { waitUntil } from '../wait.ts';
import { backUp, check } from './back-up.ts';
import { backupCommand, restoreCommand, withServer } from './commands.ts';

let used: TestStores;
let empty: Database;
beforeAll(async () => {
  used = await startTestStores();
  empty = await copyDatabase(used, 'another');
  await withClient(used.databaseUrl, (client) => client.query(`insert into funnel.sessions (id) values ('one')`));
});
afterAll(() => used.stop());

/** Sets the environment of a server, in a working directory where no backup folder can be created. */
const onServer = (): void => {
  const folder = scratchFolder();
  writeFileSync(path.join(folder, 'backups'), 'no folder');
  const cwd = process.cwd();
  onTestFinished(() => {
    process.chdir(cwd);
    vi.unstubAllEnvs();
  });
  process.chdir(folder);
  vi.stubEnv('DATABASE_URL', used.databaseUrl);
  for (const [name, url] of [
    ['FUNNEL', used.funnelDatabaseUrl],
    ['TRACKING', used.trackingDatabaseUrl],
    ['ANALYST', used.analystUrl],
  ] as const)
    vi.stubEnv(`${name}_DATABASE_PASSWORD`, decodeURIComponent(new URL(url).password));
};

const isBlocked = async (): Promise<boolean> =>
  withClient(
    used.databaseUrl,
    async (client) =>
      (await client.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'DROP SCHEMA'`))
        .rowCount === 1,
  );

it('replaces a database on a server, backs up the old one next to the file, and lets analysts finish their query', async () => {
  const folder = scratchFolder();
  const file = path.join(folder, 'empty.jsonl.gz');
  await withClient(empty.databaseUrl, (client) => backUp(client, file));
  onServer();
  await withClient(used.analystUrl, async (analyst) => {
    await analyst.query('begin');
    await analyst.query('select from analytics.page_views limit 1');
    const restored = restoreCommand({
      name: 'restore.mjs',
      args: [file, '--replace', '--yes'],
      withInstallation: withServer,
    });
    await Promise.race([restored, waitUntil(isBlocked, { what: 'the restore', timeoutMs: 30_000 })]);
    await analyst.query('commit');
    await restored;
    expect((await analyst.query('select from analytics.page_views')).rowCount).toBe(0);
  });
  const sessions = await withClient(used.databaseUrl, (client) => client.query('select id from funnel.sessions'));
  expect(sessions.rows).toEqual([]);
  const [kept = ''] = readdirSync(folder).filter((name) => name.startsWith('before-restore-'));
  expect((await check(path.join(folder, kept))).rows).toBeGreaterThan((await check(file)).rows);
});

it('requires the name of a backup on a server', async () => {
  onServer();
  const backup = backupCommand({ name: 'backup.mjs', args: [], withInstallation: withServer });
  await expect(backup).rejects.toThrow(/name a file\s+Usage: backup\.mjs \[options\] \[file\]/);
});
