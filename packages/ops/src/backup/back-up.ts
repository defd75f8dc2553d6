import type pg from 'pg';
import { Failure } from '../failure.ts';
import { readArchive, writeArchive, type DataFile, type Entry, type Row } from './archive.ts';
import { readMigrationsApplied, readPartitions, readSequences, readTables, type Table } from './catalogue.ts';

/** Rows in memory at a time; a payment event may have a megabyte. */
const BATCH = 500;

/** One form of every value, whatever the server's settings are. */
export const ONE_FORM = `SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET bytea_output = 'hex'; SET extra_float_digits = 1; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`;

export interface Kept {
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

async function* rowsOf(client: pg.Client, { name, columns }: Table): AsyncGenerator<Row> {
  const list = columns.map((column) => `${client.escapeIdentifier(column.name)}::text`).join(', ');
  await client.query(`DECLARE backup_rows NO SCROLL CURSOR FOR SELECT ${list} FROM ${name}`);
  for (let more = true; more;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${BATCH} FROM backup_rows`,
      rowMode: 'array',
    });
    yield* rows;
    more = rows.length === BATCH;
  }
  await client.query('CLOSE backup_rows');
}

async function* entriesOf(client: pg.Client, files: Iterable<DataFile>): AsyncGenerator<Entry> {
  const { rows: now } = await client.query<{ at: Date }>('SELECT now() AS at');
  const header = {
    format: 'course-backup' as const,
    version: 2 as const,
    at: now[0]?.at.toISOString() ?? '',
    migrations: Object.fromEntries(
      Object.entries(await readMigrationsApplied(client)).map(([schema, applied]) => [schema, [...applied]]),
    ),
    partitions: await readPartitions(client),
    // A sequence knows no snapshot: read last it could only be ahead, which does no harm.
    sequences: await readSequences(client),
  };
  yield { kind: 'header', header };
  const counts: Record<string, number> = {};
  for (const table of await readTables(client)) {
    yield { kind: 'table', table: table.name, columns: table.columns.map(({ name }) => name) };
    counts[table.name] = 0;
    for await (const row of rowsOf(client, table)) {
      counts[table.name]! += 1;
      yield { kind: 'row', row };
    }
  }
  yield* files;
  yield { kind: 'end', rows: counts };
}

/** Reads a file to its end and counts. Throws one sentence when it is not what it says it is. */
export const check = async (file: string): Promise<Kept> => {
  const counts: Record<string, number> = {};
  let at = '';
  let table = '';
  let files = 0;
  for await (const entry of readArchive(file)) {
    if (entry.kind === 'header') at = entry.header.at;
    else if (entry.kind === 'table') counts[(table = entry.table)] = 0;
    else if (entry.kind === 'row') counts[table]! += 1;
    else if (entry.kind === 'file') files += 1;
    else if (Object.entries(entry.rows).some(([name, count]) => counts[name] !== count))
      throw new Failure(`${file} is not whole: rows are missing.`);
  }
  return {
    at,
    tables: Object.keys(counts).length,
    rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
    files,
  };
};

/** Writes all rows of one snapshot, and `files` of the installation's data folder, into a file, and reads the file back. The database goes on working meanwhile. */
export const backUp = async (client: pg.Client, file: string, files: Iterable<DataFile> = []): Promise<Kept> => {
  await client.query(ONE_FORM);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    await writeArchive(file, entriesOf(client, files));
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
  }
  return check(file);
};
