import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrateServices } from '../migrate/services.ts';
import { PROJECT_ROOT } from '@course/federation/paths';
import { withClient } from '../postgres/client.ts';
import { copyDatabase, startTestStores, type Database, type TestStores } from '@course/test-kit/test-stores';
import { scratchFolder } from '@course/test-kit/scratch';
import { backUp } from './back-up.ts';
import { DERIVED_SCHEMAS, SCHEMAS } from '../postgres/roles.ts';
import { everything, figures, fill, fillWithVisits } from './fixtures.ts';
import { isUsed, requireQuiet, restore } from './restore.ts';
import { withServer } from './commands.ts';

let from: TestStores;
let to: Database;
/** A backup of the initial content of `from`. */
let whole: string;
beforeAll(async () => {
  from = await startTestStores();
  to = await copyDatabase(from, 'another');
  await withClient(from.databaseUrl, fill);
  const folder = mkdtempSync(path.join(tmpdir(), 'course-backup-'));
  whole = path.join(folder, 'whole.jsonl.gz');
  await backUpTo(whole);
  return () => rmSync(folder, { recursive: true });
});
afterAll(() => from.stop());

const passwords = {
  funnel: 'a-password-of-this-test',
  tracking: 'a-password-of-this-test',
  analyst: 'a-password-of-this-test',
};
const restoreTo = (file: string) =>
  restore({ databaseUrl: to.databaseUrl, passwords, projectRoot: PROJECT_ROOT, file });
const backUpTo = (file: string) => withClient(from.databaseUrl, (client) => backUp(client, file));

describe('backup and restore', () => {
  it('covers every schema that the product creates', async () => {
    const schemas = await withClient(from.databaseUrl, (client) =>
      client.query<{ name: string }>(
        `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')`,
      ),
    );
    expect([...SCHEMAS, ...DERIVED_SCHEMAS]).toEqual(expect.arrayContaining(schemas.rows.map(({ name }) => name)));
  });

  it('restores every row, partition, sequence and migration, into an empty database and into a full one', async () => {
    const file = path.join(scratchFolder(), 'deep/er/all.jsonl.gz');
    const kept = await backUpTo(file);
    const before = await everything(from.databaseUrl);
    expect(kept.rows).toBe(
      Object.entries(before)
        .filter(([name]) => name.includes('.'))
        .reduce((sum, [, rows]) => sum + (rows as unknown[]).length, 0),
    );
    expect(kept.rows).toBeGreaterThan(2000);
    expect(await withClient(to.databaseUrl, isUsed)).toBe(false);
    await restoreTo(file);
    expect(await everything(to.databaseUrl)).toEqual(before);
    const unread = `select id from funnel.sessions except select session_id from funnel.changes`;
    expect((await withClient(to.databaseUrl, (client) => client.query(unread))).rows).toEqual([]);
    expect(await withClient(to.databaseUrl, isUsed)).toBe(true);
    // And again, into a full database.
    await withClient(to.databaseUrl, (client) =>
      client.query(`insert into funnel.sessions (id) values ('a later one')`),
    );
    await restoreTo(file);
    expect(await everything(to.databaseUrl)).toEqual(before);
  });

  it('restores the figures that analysts saw', async () => {
    const { databaseUrl } = await copyDatabase(from, 'seen');
    await withClient(databaseUrl, fillWithVisits);
    const before = await figures(databaseUrl);
    expect(before['funnel']).toMatchObject([
      { step: 'q1', reached: '2', left_here: '1' },
      { step: 'q2', reached: '1' },
      { step: 'thanks', reached: '1' },
    ]);
    expect(before['quiz_time']).toMatchObject([{ visitors: '2' }]);
    expect(before['page_timing']).toMatchObject([
      { page_path: '/q1', views: '2' },
      { page_path: '(other)', views: '1' },
      { page_path: '/q2', views: '1' },
      { page_path: '/thanks', views: '1' },
    ]);
    expect(before['releases']).toMatchObject([{ version: '1.0.0', visits: '2', completed: '1', lcp_visits: '2' }]);
    const file = path.join(scratchFolder(), 'seen.jsonl.gz');
    await withClient(databaseUrl, (client) => backUp(client, file));
    await restoreTo(file);
    expect(await figures(to.databaseUrl)).toEqual(before);
  });

  it.each([
    [
      'has a view with a column that this version does not know',
      `do $$ begin
         execute 'create or replace view analytics.page_views as select v.*, 1 as later from ('
           || rtrim(pg_get_viewdef('analytics.page_views'), ';') || ') v';
       end $$;
       update rollups._definitions set checksum = 'later' where file = 'views/page_views.sql'`,
    ],
    ['has an unfinished migration', 'update funnel._prisma_migrations set finished_at = null'],
  ])('replaces a database that %s', async (_, damage) => {
    await withClient(to.databaseUrl, (client) => client.query(damage));
    await restoreTo(whole);
    expect(await everything(to.databaseUrl)).toEqual(await everything(from.databaseUrl));
  });

  it('lets the services use the restored database, and refuses to restore while they do', async () => {
    const url = new URL(to.databaseUrl);
    [url.username, url.password] = ['svc_funnel', passwords.funnel];
    await withClient(url.href, async (client) => {
      expect((await client.query(`select email from funnel.orders`)).rows).toEqual([{ email: 'a@example.com' }]);
      await client.query(`select graphile_worker.add_job('send', '{}')`);
      await expect(withClient(to.databaseUrl, requireQuiet)).rejects.toThrow(
        'Stop the product first: svc_funnel still works',
      );
    });
    await expect(withClient(to.databaseUrl, requireQuiet)).resolves.toBeUndefined();
  });

  it('is a consistent snapshot while others write', async () => {
    const file = path.join(scratchFolder(), 'moment.jsonl.gz');
    await withClient(from.databaseUrl, async (other) => {
      let stop = false;
      const write = async (): Promise<void> => {
        for (let n = 0; !stop; n += 1) {
          await other.query('begin');
          await other.query(`insert into funnel.sessions (id) values ($1)`, [`busy_${n}`]);
          await other.query(
            `insert into funnel.responses (session_id, question_key, answer_value) values ($1, 'q1', 'x')`,
            [`busy_${n}`],
          );
          await other.query('commit');
        }
      };
      const writing = write();
      await backUpTo(file).finally(() => (stop = true));
      await writing;
      await other.query(`delete from funnel.sessions where id like 'busy%'`);
    });
    await restoreTo(file);
    const halves = await withClient(to.databaseUrl, (client) =>
      client.query(
        `select id from funnel.sessions as s where id like 'busy%' and not exists (select 1 from funnel.responses where session_id = s.id)`,
      ),
    );
    expect(halves.rows).toEqual([]);
  });

  it('says what it does not contain, on a server', async () => {
    const environment = {
      DATABASE_URL: 'postgresql://course@localhost/course',
      FUNNEL_DATABASE_PASSWORD: 'f'.repeat(16),
      TRACKING_DATABASE_PASSWORD: 't'.repeat(16),
      ANALYST_DATABASE_PASSWORD: 'a'.repeat(16),
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const installation = await withServer((server) => Promise.resolve(server), { isExclusive: false }).finally(() =>
      vi.unstubAllEnvs(),
    );
    expect(installation.missing).toMatch(/keys.*registry and published builds.*mails.*Redis.*sandbox/);
    expect(installation.files).toBeUndefined();
  });

  it('can be read by its owner only', () => {
    expect(statSync(whole).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['cut off', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    [
      'without its end',
      (file: string) =>
        writeFileSync(
          file,
          gzipSync(gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n').slice(0, -1).join('\n')),
        ),
    ],
    [
      'without a row',
      (file: string) =>
        writeFileSync(
          file,
          gzipSync(
            gunzipSync(readFileSync(file))
              .toString('utf8')
              .split('\n')
              .filter((line) => !line.includes('"q7"'))
              .join('\n'),
          ),
        ),
    ],
    ['something else', (file: string) => writeFileSync(file, 'not a backup')],
  ])('refuses a file that is %s, before it drops anything', async (_, damage) => {
    const file = path.join(scratchFolder(), 'damaged.jsonl.gz');
    copyFileSync(whole, file);
    damage(file);
    const before = await everything(to.databaseUrl);
    await expect(restoreTo(file)).rejects.toThrow(/cannot be read as a backup|is incomplete/);
    expect(await everything(to.databaseUrl)).toEqual(before);
  });

  it('migrates a backup of an earlier version, and refuses one of a later version', async () => {
    const projectRoot = scratchFolder();
    for (const folder of ['svc-funnel/prisma', 'svc-tracking/prisma', 'svc-tracking/analytics']) {
      mkdirSync(path.join(projectRoot, folder), { recursive: true });
      cpSync(path.join(PROJECT_ROOT, folder), path.join(projectRoot, folder), { recursive: true });
    }
    const LATER = 'svc-funnel/prisma/migrations/20991231000000_later';
    mkdirSync(path.join(projectRoot, LATER));
    writeFileSync(
      path.join(projectRoot, LATER, 'migration.sql'),
      `alter table funnel.sessions add column liked text; update funnel.sessions set liked = 'yes';`,
    );
    const file = path.join(scratchFolder(), 'earlier.jsonl.gz');
    await backUpTo(file);
    await restore({ databaseUrl: to.databaseUrl, passwords, projectRoot, file });
    // The later migration ran over the restored rows.
    expect(
      (await withClient(to.databaseUrl, (client) => client.query(`select id, liked from funnel.sessions order by 1`)))
        .rows,
    ).toEqual([
      { id: 'session_1', liked: 'yes' },
      { id: 'session_2', liked: 'yes' },
    ]);
    const later = path.join(scratchFolder(), 'later.jsonl.gz');
    await withClient(to.databaseUrl, (client) => backUp(client, later));
    await expect(restoreTo(later)).rejects.toThrow(
      'This backup was made by another version of the product (migration 20991231000000_later of funnel)',
    );
    rmSync(path.join(projectRoot, LATER), { recursive: true });
    await withClient(to.databaseUrl, (client) => client.query(`drop schema funnel cascade`));
    await migrateServices({ databaseUrl: to.databaseUrl, passwords, projectRoot: PROJECT_ROOT });
  });
});
