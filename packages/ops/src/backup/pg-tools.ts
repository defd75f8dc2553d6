import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import type pg from 'pg';
import { postgresToolEnv, searchPath } from '../env.ts';
import { Failure } from '../failure.ts';

/** A client program of PostgreSQL: `pg_dump` or `pg_restore`. */
export interface PgTool {
  readonly file: string;
  /** The major version of PostgreSQL that it came with. */
  readonly major: number;
}

/** A program and what it prints for `--version`. */
export interface Candidate {
  readonly file: string;
  readonly version: string;
}

/** Where Debian keeps the programs of each major version; PATH has one version's only. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql';

/**
 * Returns the candidate of the lowest major version that is not below `major`, the first of equals: pg_dump refuses a
 * server newer than itself and pg_restore an archive newer than itself, and each release adds settings that older
 * servers do not know.
 */
export const chooseTool = (major: number, candidates: readonly Candidate[]): PgTool | undefined =>
  candidates
    .map(({ file, version }) => ({ file, major: Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1]) }))
    .filter((tool) => tool.major >= major)
    .sort((a, b) => a.major - b.major)[0];

const toolFolders = (): readonly string[] => [
  ...searchPath(),
  ...(existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : []).map((one) =>
    path.join(DEBIAN_VERSIONS, one, 'bin'),
  ),
];

/** Returns this machine's program for a server or an archive of that major version, if it has one. */
export const findPgTool = async (name: 'pg_dump' | 'pg_restore', major: number): Promise<PgTool | undefined> => {
  const files = toolFolders()
    .map((folder) => path.join(folder, name))
    .filter((file) => existsSync(file));
  const candidates = await Promise.all(
    files.map(async (file) => {
      const { stdout } = await execa(file, ['--version'], { reject: false });
      return { file, version: stdout ?? '' };
    }),
  );
  return chooseTool(major, candidates);
};

export const serverMajor = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
};

/** The arguments and the environment of a connection. Arguments are visible to every user, so they hold no password. */
const connection = (databaseUrl: string) => {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return {
    args: ['--no-password', `--dbname=${url.href}`],
    env: { ...postgresToolEnv(), ...(password ? { PGPASSWORD: password } : {}) },
  };
};

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

const failureOf = (name: string, error: unknown): Failure => {
  const { stderr, shortMessage } = error as { stderr?: unknown; shortMessage?: string };
  const said = typeof stderr === 'string' ? lastLine(stderr) : '';
  return new Failure(`${name} failed: ${said || shortMessage || String(error)}`, { cause: error });
};

export interface DumpOptions {
  readonly databaseUrl: string;
  /** As `pg_export_snapshot()` names it. */
  readonly snapshot: string;
  readonly schemas: readonly string[];
  /** Names of tables to leave out, in any schema. */
  readonly without: readonly string[];
}

/** Yields an archive of pg_dump's custom format with the rows of a snapshot. */
export async function* dumpRows(
  { file }: PgTool,
  { databaseUrl, snapshot, schemas, without }: DumpOptions,
): AsyncGenerator<Uint8Array> {
  const { args, env } = connection(databaseUrl);
  const what = [
    '--format=custom',
    '--data-only',
    // A month's partition may have other bounds in the tables that are restored into.
    '--load-via-partition-root',
    `--snapshot=${snapshot}`,
    ...schemas.map((schema) => `--schema=${schema}`),
    ...without.map((table) => `--exclude-table=*.${table}`),
  ];
  const child = execa(file, [...args, ...what], {
    env,
    extendEnv: false,
    buffer: { stdout: false },
  });
  try {
    yield* child.iterable({ binary: true });
  } catch (error) {
    throw failureOf('pg_dump', error);
  }
}

/**
 * Puts an archive's rows into empty tables. Resolves to what pg_restore complained about: it goes on after an error, so
 * the caller must compare the rows. (A pg_restore newer than the server complains about settings, with no harm done.)
 */
export const restoreRows = async (
  { file }: PgTool,
  databaseUrl: string,
  archive: AsyncIterable<Uint8Array>,
): Promise<string> => {
  const { args, env } = connection(databaseUrl);
  const { failed, stderr, shortMessage } = await execa(file, [...args, '--data-only'], {
    env,
    extendEnv: false,
    reject: false,
    stdin: archive,
    stdout: 'ignore',
  });
  return failed ? ((stderr ?? '').split('\n').find((line) => line.includes('error:')) ?? shortMessage ?? '') : '';
};
