import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import type pg from 'pg';
import { postgresToolEnv, searchPath } from '../env.ts';
import { Failure } from '../failure.ts';

/** A client program of PostgreSQL: `pg_dump` or `pg_restore`. */
export interface PgTool {
  readonly file: string;
  /** The major version of its PostgreSQL. */
  readonly major: number;
}

/** A program and what it prints for `--version`. */
export interface Candidate {
  readonly file: string;
  readonly version: string;
}

/** Debian's folder with the programs of each major version. PATH has only one version's. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql';

/**
 * Returns the candidate with the lowest major version that is at least `major`, the first of equals: pg_dump refuses a
 * server newer than itself, pg_restore an archive newer than itself, and each release adds settings that older servers
 * do not have.
 */
export const chooseTool = (major: number, candidates: readonly Candidate[]): PgTool | undefined =>
  candidates
    .map(({ file, version }) => ({ file, major: Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1]) }))
    .filter((tool) => tool.major >= major)
    .sort((a, b) => a.major - b.major)[0];

const toolFolders = (): readonly string[] => [
  ...searchPath(),
  ...(existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : []).map((version) =>
    path.join(DEBIAN_VERSIONS, version, 'bin'),
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

/**
 * Returns the arguments and environment for a connection. Every user can see arguments, so they contain no password.
 */
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
  const complaint = typeof stderr === 'string' ? lastLine(stderr) : '';
  return new Failure(`${name} failed: ${complaint || shortMessage || String(error)}`, { cause: error });
};

export interface DumpOptions {
  readonly databaseUrl: string;
  /** The id that `pg_export_snapshot()` returned. */
  readonly snapshot: string;
  readonly schemas: readonly string[];
  /** Names of tables to leave out, in any schema. */
  readonly exclude: readonly string[];
}

/** Yields an archive of pg_dump's custom format with the rows of a snapshot. */
export async function* dumpRows(
  { file }: PgTool,
  { databaseUrl, snapshot, schemas, exclude }: DumpOptions,
): AsyncGenerator<Uint8Array> {
  const { args, env } = connection(databaseUrl);
  const selection = [
    '--format=custom',
    '--data-only',
    // A month's partition may have other bounds in the tables that the rows are restored to.
    '--load-via-partition-root',
    `--snapshot=${snapshot}`,
    ...schemas.map((schema) => `--schema=${schema}`),
    ...exclude.map((table) => `--exclude-table=*.${table}`),
  ];
  const child = execa(file, [...args, ...selection], {
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
 * Restores an archive's rows to empty tables. Resolves to pg_restore's first error, or an empty string. pg_restore
 * continues after an error, so the caller must compare the rows. (Errors about settings, from a pg_restore newer than
 * the server, are harmless.)
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
