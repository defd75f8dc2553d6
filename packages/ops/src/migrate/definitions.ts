import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { Failure } from '../failure.ts';

/** The current definition of one function or view, with its comments and triggers; all `create or replace`. */
export interface Definition {
  /** Path relative to the folder. Its base name is the name of the function or view. */
  readonly file: string;
  readonly sql: string;
  /** sha256 of the file, in hex. */
  readonly checksum: string;
}

const NOT_DEFINITIONS = ['migrations', 'grants.sql'];

/** Returns the definitions of a folder, by path: all `.sql` files in it except migrations and grants. */
export const readDefinitions = (folder: string): readonly Definition[] => {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.sql') && !NOT_DEFINITIONS.includes(file.split('/')[0] ?? ''))
    .sort()
    .map((file) => {
      const bytes = readFileSync(path.join(folder, file));
      return { file, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
    });
};

const nameOf = ({ file }: Definition): string => path.posix.basename(file, '.sql');

/**
 * Returns the definitions that changed since they were applied, or whose function or view does not exist (any more).
 */
const outdated = async (
  client: pg.Client,
  definitions: readonly Definition[],
  schemas: readonly string[],
): Promise<readonly Definition[]> => {
  const applied = await client.query<{ file: string; checksum: string }>('select file, checksum from _definitions');
  const known = new Map(applied.rows.map(({ file, checksum }) => [file, checksum]));
  const existing = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = any ($1::text[]::regnamespace[])
     union select relname from pg_class where relkind = 'v' and relnamespace = any ($1::text[]::regnamespace[])`,
    [schemas],
  );
  const names = new Set(existing.rows.map(({ name }) => name));
  return definitions.filter(
    (definition) => known.get(definition.file) !== definition.checksum || !names.has(nameOf(definition)),
  );
};

/**
 * Applies the definitions that changed, in the caller's transaction, with bookkeeping in the first of their schemas, in
 * the order of their paths. Function bodies are not checked, so functions may refer to each other and to views, which
 * come last because of their folder's name. A definition that is removed, or whose columns or arguments change, must be
 * dropped by a migration first. Returns the files that were applied.
 */
export const applyDefinitions = async (
  client: pg.Client,
  schemas: readonly [string, ...string[]],
  definitions: readonly Definition[],
): Promise<readonly string[]> => {
  await client.query(`set local search_path to ${client.escapeIdentifier(schemas[0])}`);
  await client.query(
    'create table if not exists _definitions (file text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const changed = await outdated(client, definitions, schemas);
  await client.query('set local search_path to default');
  await client.query('set local check_function_bodies to off');
  for (const { file, sql } of changed)
    await client.query(sql).catch((error: Error) => {
      throw new Failure(`${file} failed, no definition was changed: ${error.message}`, { cause: error });
    });
  const bookkeeping = `${client.escapeIdentifier(schemas[0])}._definitions`;
  await client.query(`delete from ${bookkeeping} where file <> all ($1)`, [definitions.map(({ file }) => file)]);
  await client.query(
    `insert into ${bookkeeping} (file, checksum) select * from unnest($1::text[], $2::text[])
     on conflict (file) do update set checksum = excluded.checksum, applied_at = now()`,
    [changed.map(({ file }) => file), changed.map(({ checksum }) => checksum)],
  );
  return changed.map(({ file }) => file);
};
