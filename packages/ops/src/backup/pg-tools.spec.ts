import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { execa } from 'execa';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { postgresUser } from '@course/dev-stack/postgres/system-user';
import { launch, type Running } from '@course/dev-stack/process/launch';
import { freePort } from '@course/dev-stack/process/ports';
import { scratchFolder } from '@course/test-kit/scratch';
import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import { postgresToolEnv } from '../env.ts';
import { migrateServices } from '../migrate/services.ts';
import { PROJECT_ROOT } from '@course/federation/paths';
import { canConnect, localAddress, withClient } from '../postgres/client.ts';
import { revokePublicRights } from '../postgres/public-rights.ts';
import { ensureDatabase } from '../postgres/roles.ts';
import { waitUntil } from '../wait.ts';
import { backUp } from './back-up.ts';
import { everything, fill } from './fixtures.ts';
import { chooseTool, findPgTool, serverMajor } from './pg-tools.ts';
import { restore } from './restore.ts';

const PASSWORD = 'a-password-of-this-test';
const passwords = { funnel: PASSWORD, tracking: PASSWORD, analyst: PASSWORD };

describe('the choice of pg_dump and pg_restore', () => {
  const debian15 = { file: '/usr/bin/pg_dump', version: 'pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)' };
  const v15 = { file: '/usr/lib/postgresql/15/bin/pg_dump', version: 'pg_dump (PostgreSQL) 15.18' };
  const v17 = { file: '/usr/lib/postgresql/17/bin/pg_dump', version: 'pg_dump (PostgreSQL) 17.6' };
  const beta19 = { file: '/opt/19/bin/pg_dump', version: 'pg_dump (PostgreSQL) 19beta1' };

  it.each([
    ['the first of the same version', 15, [debian15, v15, v17], debian15.file, 15],
    ['the same version rather than a newer one', 17, [beta19, v15, v17], v17.file, 17],
    ['the nearest newer one', 16, [beta19, debian15, v17], v17.file, 17],
    ['a beta release', 18, [v17, beta19], beta19.file, 19],
  ])('is %s', (_, major, candidates, file, chosen) => {
    expect(chooseTool(major, candidates)).toEqual({ file, major: chosen });
  });

  it.each([
    ['there are only older ones', 18, [debian15, v17]],
    ['there is none', 15, []],
    ['it cannot be run', 15, [{ file: '/usr/bin/pg_dump', version: '' }]],
    ['it is not PostgreSQL', 15, [{ file: '/usr/bin/pg_dump', version: 'pg_dump (OtherSQL) 99.1' }]],
  ])('is none when %s', (_, major, candidates) => {
    expect(chooseTool(major, candidates)).toBeUndefined();
  });
});

describe('with fake programs of a newer PostgreSQL', () => {
  const MAJOR = 98;
  let stores: TestStores;
  beforeAll(async () => {
    stores = await startTestStores();
  });
  afterAll(() => stores.stop());
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /**
   * Puts a fake program first on PATH that records its arguments and environment. Returns the folder of these records.
   */
  const fakeProgram = (name: string, work: string): string => {
    const folder = scratchFolder();
    mkdirSync(folder, { recursive: true });
    const script = `#!/bin/sh
if [ "$1" = --version ]; then echo "${name} (PostgreSQL) ${MAJOR}.1"; exit; fi
echo "$@" >'${folder}/arguments'
env >'${folder}/environment'
${work}
`;
    writeFileSync(path.join(folder, name), script);
    chmodSync(path.join(folder, name), 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    return folder;
  };

  const dump = async (file: string) => {
    const tool = await findPgTool('pg_dump', MAJOR);
    expect(tool?.major).toBe(MAJOR);
    return withClient(stores.databaseUrl, (client) =>
      backUp(client, file, { pgDump: { ...tool!, databaseUrl: stores.databaseUrl } }),
    );
  };
  const restoreFrom = (file: string) =>
    restore({ databaseUrl: stores.databaseUrl, passwords, projectRoot: PROJECT_ROOT, file });

  it('stores the bytes of pg_dump, and passes it no password in its arguments', async () => {
    const folder = fakeProgram('pg_dump', 'head -c 100000 /dev/urandom >"$0.bytes"; cat "$0.bytes"');
    const file = path.join(scratchFolder(), 'dumped.jsonl.gz');
    vi.stubEnv('STRIPE_SECRET_KEY', 'not for pg_dump');
    await dump(file);
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
    const chunks = lines.map((line) => JSON.parse(line) as { dump?: string }).flatMap(({ dump: chunk = '' }) => chunk);
    expect(Buffer.from(chunks.join(''), 'base64').equals(readFileSync(path.join(folder, 'pg_dump.bytes')))).toBe(true);
    const [args, environment] = ['arguments', 'environment'].map((name) =>
      readFileSync(path.join(folder, name), 'utf8'),
    );
    const { password } = new URL(stores.databaseUrl);
    expect(args).toMatch(/--snapshot=\S+ .*--schema=funnel/);
    expect(args).not.toContain(password);
    expect(environment).toContain(`PGPASSWORD=${decodeURIComponent(password)}\n`);
    expect(environment).not.toContain('STRIPE_SECRET_KEY');
  });

  it('leaves no file when pg_dump fails, and reports why', async () => {
    fakeProgram('pg_dump', 'echo half; echo "pg_dump: error: the disk is full" >&2; exit 1');
    const folder = scratchFolder();
    await expect(dump(path.join(folder, 'half.jsonl.gz'))).rejects.toThrow(
      'pg_dump failed: pg_dump: error: the disk is full',
    );
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it('refuses a backup that no installed pg_restore can read, before it drops anything', async () => {
    fakeProgram('pg_dump', 'echo rows');
    const file = path.join(scratchFolder(), 'newer.jsonl.gz');
    await dump(file);
    const before = await everything(stores.databaseUrl);
    await expect(restoreFrom(file)).rejects.toThrow(`Install PostgreSQL's client programs of that version`);
    expect(await everything(stores.databaseUrl)).toEqual(before);
  });

  it('reports what is missing when pg_restore does not restore every row', async () => {
    fakeProgram('pg_dump', 'echo rows');
    const file = path.join(scratchFolder(), 'short.jsonl.gz');
    await withClient(stores.databaseUrl, (client) => client.query(`insert into funnel.sessions (id) values ('one')`));
    await dump(file);
    fakeProgram('pg_restore', 'echo "pg_restore: error: out of order" >&2; exit 1');
    await expect(restoreFrom(file)).rejects.toThrow(
      /pg_restore did not restore funnel\.\S+: 0 of \d+ rows. pg_restore: error: out of order/,
    );
  });
});

/** The newest PostgreSQL of this system that has a server and pg_dump. */
const DEBIAN = '/usr/lib/postgresql';
const installed = (existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => path.join(DEBIAN, version, 'bin'))
  .find((bin) => ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(path.join(bin, name))));

describe.skipIf(!installed)("with the system's own PostgreSQL", () => {
  const bin = installed ?? '';
  const superuser = { user: 'postgres', password: PASSWORD };
  const owner = { user: 'course', password: `${PASSWORD} with /odd @letters` };
  let folder: string;
  let port: number;
  let server: Running;
  const addressOf = (database: string): string => localAddress(port, database, owner);

  /** Creates two databases with the tables of both services and no data. */
  const makeDatabases = async (name: string, other: string): Promise<void> => {
    const asSuperuser = <Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> =>
      withClient(localAddress(port, database, superuser), work);
    await asSuperuser('postgres', (client) => ensureDatabase(client, name, owner));
    await asSuperuser(name, (client) => revokePublicRights(client, owner.user));
    await migrateServices({ databaseUrl: addressOf(name), passwords, projectRoot: PROJECT_ROOT });
    await asSuperuser('postgres', (client) =>
      client.query(`create database ${other} template ${name} owner ${owner.user}`),
    );
  };

  beforeAll(async () => {
    const user = postgresUser();
    folder = mkdtempSync(path.join(tmpdir(), 'course-system-postgres-'));
    const passwordFile = path.join(folder, 'password');
    writeFileSync(passwordFile, PASSWORD);
    if (user.uid !== undefined) for (const owned of [folder, passwordFile]) chownSync(owned, user.uid, user.gid);
    const data = path.join(folder, 'data');
    const initial = ['-D', data, '--username=postgres', '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256'];
    await execa(path.join(bin, 'initdb'), [...initial, `--pwfile=${passwordFile}`, '--no-sync'], { cwd: '/', ...user });
    port = await freePort();
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', `port=${port}`];
    server = launch({
      file: path.join(bin, 'postgres'),
      args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      env: { PATH: postgresToolEnv()['PATH'] ?? '', LC_ALL: 'C' },
      cwd: '/',
      logFile: path.join(folder, 'postgres.log'),
      stopSignal: 'SIGINT',
      inOurGroup: true,
      ...user,
    });
    const adminUrl = localAddress(port, 'postgres', superuser);
    await waitUntil(() => canConnect(adminUrl), { what: 'PostgreSQL', timeoutMs: 60_000 });
    await makeDatabases('original', 'restored');
    await withClient(addressOf('original'), fill);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('restores every row, partition and sequence through pg_dump and pg_restore', async () => {
    const databaseUrl = addressOf('original');
    const file = path.join(scratchFolder(), 'dumped.jsonl.gz');
    const before = await everything(databaseUrl);
    const kept = await withClient(databaseUrl, async (client) => {
      const tool = await findPgTool('pg_dump', await serverMajor(client));
      return backUp(client, file, { pgDump: { ...tool!, databaseUrl } });
    });
    expect(kept.rows).toBeGreaterThan(2000);
    expect(gunzipSync(readFileSync(file)).toString('utf8')).not.toContain('{"table"');
    // Twice: into empty tables, and into full ones.
    for (let round = 0; round < 2; round += 1) {
      await restore({ databaseUrl: addressOf('restored'), passwords, projectRoot: PROJECT_ROOT, file });
      expect(await everything(addressOf('restored'))).toEqual(before);
    }
  });

  it('also restores our own format', async () => {
    const file = path.join(scratchFolder(), 'own.jsonl.gz');
    await withClient(addressOf('original'), (client) => backUp(client, file));
    await restore({ databaseUrl: addressOf('restored'), passwords, projectRoot: PROJECT_ROOT, file });
    expect(await everything(addressOf('restored'))).toEqual(await everything(addressOf('original')));
  });
});
