import path from 'node:path';
import type pg from 'pg';
import { Failure } from '../failure.ts';
import { migrate, type Migration, readMigrations } from '../migrate/migrations.ts';
import { type MigrateOptions, migrateQueue, migrateServices, prepareRoles, SERVICES } from '../migrate/services.ts';
import { inTransaction, withClient } from '../postgres/client.ts';
import { SERVICE_ROLES } from '../postgres/roles.ts';
import { readArchive, type Header } from './archive.ts';
import { check, SESSION_SETTINGS, type BackupSummary } from './back-up.ts';
import { countRows, dropSchemas, readPartitions, readTables, type Table } from './catalogue.ts';
import { insertRows } from './insert-rows.ts';
import { findPgTool, restoreRows, type PgTool } from './pg-tools.ts';

export interface RestoreOptions extends MigrateOptions {
  readonly file: string;
}

/** Returns whether the database contains people's data. (A freshly migrated database has rows too.) */
export const isUsed = async (client: pg.Client): Promise<boolean> => {
  for (const table of ['funnel.sessions', 'funnel.payment_events', 'tracking.page_views']) {
    const { rows: known } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
      table,
    ]);
    if (known[0]?.there && (await client.query(`SELECT 1 FROM ${table} LIMIT 1`)).rowCount) return true;
  }
  return false;
};

/**
 * Throws a `Failure` if a service is connected: it would write to what is being replaced, and send mails from it before
 * anyone has checked it. Analysts and dashboards only read: the restore waits for their running transactions.
 */
export const requireQuiet = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ role: string }>(
    'SELECT DISTINCT usename AS role FROM pg_stat_activity WHERE datname = current_database() AND usename = ANY ($1) ORDER BY 1',
    [[SERVICE_ROLES.funnel, SERVICE_ROLES.tracking]],
  );
  if (rows.length > 0)
    throw new Failure(
      `Stop the product first: ${rows.map(({ role }) => role).join(' and ')} still work${rows.length > 1 ? '' : 's'} with this database.`,
    );
};

const headerOf = async (file: string): Promise<Header> => {
  for await (const entry of readArchive(file)) if (entry.kind === 'header') return entry.header;
  throw new Failure(`${file} is empty.`);
};

/**
 * Returns the migrations that created the backup's tables. Throws a `Failure` if this checkout does not have them all.
 */
const migrationsOf = (header: Header, schema: string, folder: string, projectRoot: string): readonly Migration[] => {
  const known = readMigrations(path.join(projectRoot, folder, 'migrations'));
  const applied = header.migrations[schema] ?? [];
  const unknown = applied.find(
    ({ name, checksum }) => !known.some((migration) => migration.name === name && migration.checksum === checksum),
  );
  if (unknown)
    throw new Failure(
      `This backup was made by another version of the product (migration ${unknown.name} of ${schema}). Restore it with that version, then update.`,
    );
  return known.filter(({ name }) => applied.some((migration) => migration.name === name));
};

/** Recreates the tables, empty, with the same migrations as those of the backup. */
const recreateTables = async (
  client: pg.Client,
  header: Header,
  { databaseUrl, projectRoot }: RestoreOptions,
): Promise<void> => {
  const services = SERVICES.map(({ schema, folder }) => ({
    schema,
    migrations: migrationsOf(header, schema, folder, projectRoot),
  }));
  await dropSchemas(client);
  for (const { schema, migrations } of services) if (migrations.length > 0) await migrate(client, schema, migrations);
  await migrateQueue(client, databaseUrl);
  const existing = new Set((await readPartitions(client)).map(({ name }) => name));
  for (const { name, parent, bound } of header.partitions) {
    if (!existing.has(name)) await client.query(`CREATE TABLE ${name} PARTITION OF ${parent} ${bound}`);
  }
};

const truncateTables = async (client: pg.Client): Promise<readonly Table[]> => {
  const tables = await readTables(client);
  await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
  return tables;
};

/** Returns the pg_restore for rows written by this version of pg_dump. Throws a `Failure` if this machine has none. */
const pgRestoreFor = async (pgDump: number): Promise<PgTool> => {
  const tool = await findPgTool('pg_restore', pgDump);
  if (tool) return tool;
  throw new Failure(
    `The rows of this backup were written by pg_dump ${pgDump}. Install PostgreSQL's client programs of that version or a newer one (Debian: postgresql-client-${pgDump}), then restore it.`,
  );
};

async function* archiveIn(file: string): AsyncGenerator<Uint8Array> {
  for await (const entry of readArchive(file)) if (entry.kind === 'dump') yield Buffer.from(entry.data, 'base64');
}

const rowsIn = async (file: string): Promise<Readonly<Record<string, number>>> => {
  for await (const entry of readArchive(file)) if (entry.kind === 'end') return entry.rows;
  return {};
};

/** Restores the rows with pg_restore. If any is missing, leaves the tables empty and throws. */
const loadDumped = async (client: pg.Client, tool: PgTool, { databaseUrl, file }: RestoreOptions): Promise<void> => {
  const tables = await truncateTables(client);
  const complaint = await restoreRows(tool, databaseUrl, archiveIn(file));
  const [expected, actual] = [await rowsIn(file), await countRows(client, tables)];
  const incomplete = Object.keys(expected).find((name) => expected[name] !== actual[name]);
  if (incomplete === undefined) return;
  await truncateTables(client);
  throw new Failure(
    `pg_restore did not restore ${incomplete}: ${actual[incomplete] ?? 0} of ${expected[incomplete]} rows. ${complaint}`.trim(),
  );
};

/** Inserts the rows of a backup in our own format. */
const loadOwn = (client: pg.Client, { file }: RestoreOptions): Promise<void> =>
  inTransaction(client, async () => insertRows(client, await truncateTables(client), readArchive(file)));

const setSequences = async (client: pg.Client, { sequences }: Header): Promise<void> => {
  for (const { name, lastValue } of sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint)', [name, lastValue]);
};

/**
 * Replaces everything in the database with the content of a backup, then migrates it to this version. Reads the file to
 * its end first, so that nothing is dropped if it is damaged.
 */
export const restore = async (options: RestoreOptions): Promise<BackupSummary> => {
  const { databaseUrl, file } = options;
  const summary = await check(file);
  const header = await headerOf(file);
  const pgRestore = header.pgDump === undefined ? undefined : await pgRestoreFor(header.pgDump);
  await withClient(databaseUrl, async (client) => {
    // Roles belong to the server and are not backed up.
    await prepareRoles(client, options.passwords);
    await client.query(SESSION_SETTINGS);
    await recreateTables(client, header, options);
    await (pgRestore ? loadDumped(client, pgRestore, options) : loadOwn(client, options));
    await setSequences(client, header);
  });
  await migrateServices(options);
  return summary;
};
