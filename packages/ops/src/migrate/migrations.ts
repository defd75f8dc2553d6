import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { Failure } from '../failure.ts';
import { inTransaction } from '../postgres/client.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** sha256 of the file, in hex, as Prisma records it. */
  readonly checksum: string;
}

const read = (folder: string, name: string): Migration => {
  const bytes = readFileSync(path.join(folder, name, 'migration.sql'));
  return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
};

/** Returns the migrations of a folder in Prisma's layout, oldest first. Empty if there is no such folder. */
export const readMigrations = (folder: string): readonly Migration[] => {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => read(folder, name));
};

/** The advisory lock of `prisma migrate`, so that it cannot run at the same time. */
const PRISMA_LOCK = 72_707_369;

// As Prisma creates it, so that `prisma migrate deploy` and `status` work with it.
const BOOKKEEPING = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

interface Recorded {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

const prepare = async (client: pg.Client, schema: string): Promise<void> => {
  const name = client.escapeIdentifier(schema);
  await client.query(`create schema if not exists ${name}`);
  await client.query(`set search_path to ${name}`);
  await client.query(BOOKKEEPING);
};

const recorded = async (client: pg.Client): Promise<ReadonlyMap<string, Recorded>> => {
  const sql = 'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null';
  const { rows } = await client.query<Recorded>(sql);
  return new Map(rows.map((row) => [row.migration_name, row]));
};

const isApplied = (migration: Migration, known: Recorded | undefined): boolean => {
  if (!known) return false;
  if (!known.finished_at)
    throw new Failure(
      `Migration ${migration.name} was started and never finished. Resolve it with "prisma migrate resolve", then start again.`,
    );
  if (known.checksum === migration.checksum) return true;
  throw new Failure(
    `Migration ${migration.name} was changed after it was applied. Restore the file and put the change into a new migration.`,
  );
};

const apply = (client: pg.Client, schema: string, migration: Migration): Promise<void> =>
  inTransaction(client, async () => {
    const startedAt = new Date();
    await client.query(migration.sql);
    // The migration may have changed the search path.
    await client.query(`set search_path to ${client.escapeIdentifier(schema)}`);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name, startedAt],
    );
  }).catch((error: Error) => {
    throw new Failure(`Migration ${migration.name} of ${schema} failed, nothing of it was kept: ${error.message}`, {
      cause: error,
    });
  });

/**
 * Applies missing migrations, each in its own transaction, with Prisma's own bookkeeping inside the schema.
 * Returns the names of those applied. Rejects if the file of an applied migration has changed.
 */
export const migrate = async (
  client: pg.Client,
  schema: string,
  migrations: readonly Migration[],
): Promise<readonly string[]> => {
  await client.query('select pg_advisory_lock($1)', [PRISMA_LOCK]);
  try {
    await prepare(client, schema);
    const known = await recorded(client);
    const missing = migrations.filter((migration) => !isApplied(migration, known.get(migration.name)));
    for (const migration of missing) await apply(client, schema, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.query('reset search_path').catch(() => undefined);
    await client.query('select pg_advisory_unlock($1)', [PRISMA_LOCK]).catch(() => undefined);
  }
};
