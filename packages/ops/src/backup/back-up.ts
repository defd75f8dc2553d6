import type pg from 'pg';
import { Failure } from '../failure.ts';
import { readArchive, writeArchive, type DataFile, type Entry, type Row } from './archive.ts';
import { SCHEMAS } from '../postgres/roles.ts';
import {
  BOOKKEEPING,
  countRows,
  readMigrationsApplied,
  readPartitions,
  readSequences,
  readTables,
  type Table,
} from './catalogue.ts';
import { dumpRows, type PgTool } from './pg-tools.ts';

/** Rows in memory at a time; a payment event may be a megabyte. */
const BATCH = 500;

/** Makes PostgreSQL write every value in the same format, whatever the server's settings are, without timeouts. */
export const SESSION_SETTINGS = `SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET bytea_output = 'hex'; SET extra_float_digits = 1; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`;

export interface BackupOptions {
  readonly files?: Iterable<DataFile>;
  /** Reads the rows if present: of the server's major version or newer. Else they are written in our own format. */
  readonly pgDump?: PgTool & { readonly databaseUrl: string };
}

export interface BackupSummary {
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

async function* rowsOf(client: pg.Client, { name, columns }: Table): AsyncGenerator<Row> {
  const list = columns.map((column) => `${client.escapeIdentifier(column.name)}::text`).join(', ');
  await client.query(`DECLARE backup_rows NO SCROLL CURSOR FOR SELECT ${list} FROM ${name}`);
  for (let hasMore = true; hasMore;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${BATCH} FROM backup_rows`,
      rowMode: 'array',
    });
    yield* rows;
    hasMore = rows.length === BATCH;
  }
  await client.query('CLOSE backup_rows');
}

type RowCounts = Record<string, number>;

/** Yields the rows in our own format. Returns the number of rows of each table. */
async function* ownRows(client: pg.Client): AsyncGenerator<Entry, RowCounts> {
  const counts: RowCounts = {};
  for (const table of await readTables(client)) {
    yield { kind: 'table', table: table.name, columns: table.columns.map(({ name }) => name) };
    counts[table.name] = 0;
    for await (const row of rowsOf(client, table)) {
      counts[table.name]! += 1;
      yield { kind: 'row', row };
    }
  }
  return counts;
}

/** Yields pg_dump's archive of the snapshot that the client reads. Returns the number of rows of each table in it. */
async function* dumpedRows(
  client: pg.Client,
  pgDump: PgTool & { databaseUrl: string },
): AsyncGenerator<Entry, RowCounts> {
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
  const { databaseUrl } = pgDump;
  const archive = dumpRows(pgDump, {
    databaseUrl,
    snapshot: rows[0]?.snapshot ?? '',
    schemas: SCHEMAS,
    exclude: BOOKKEEPING,
  });
  // Each chunk but the last is a multiple of 3 bytes, so that the base64 of all can be concatenated.
  let rest = Buffer.alloc(0);
  for await (const chunk of archive) {
    const bytes = Buffer.concat([rest, chunk]);
    const length = bytes.length - (bytes.length % 3);
    if (length > 0) yield { kind: 'dump', data: bytes.toString('base64', 0, length) };
    rest = bytes.subarray(length);
  }
  if (rest.length > 0) yield { kind: 'dump', data: rest.toString('base64') };
  return countRows(client, await readTables(client));
}

async function* entriesOf(client: pg.Client, { files = [], pgDump }: BackupOptions): AsyncGenerator<Entry> {
  const { rows: now } = await client.query<{ at: Date }>('SELECT now() AS at');
  const header = {
    format: 'course-backup' as const,
    ...(pgDump ? { version: 3 as const, pgDump: pgDump.major } : { version: 2 as const }),
    at: now[0]?.at.toISOString() ?? '',
    migrations: Object.fromEntries(
      Object.entries(await readMigrationsApplied(client)).map(([schema, applied]) => [schema, [...applied]]),
    ),
    partitions: await readPartitions(client),
    // Sequences ignore snapshots. Read after the snapshot, a value can only be ahead, which does no harm.
    sequences: await readSequences(client),
  };
  yield { kind: 'header', header };
  const rows = yield* pgDump ? dumpedRows(client, pgDump) : ownRows(client);
  yield* files;
  yield { kind: 'end', rows };
}

/**
 * Reads a backup file to its end and counts its rows and files. Throws a `Failure` if the file is damaged or
 * incomplete.
 */
export const check = async (file: string): Promise<BackupSummary> => {
  const counts: Record<string, number> = {};
  let at = '';
  let table = '';
  let files = 0;
  let dumped = false;
  for await (const entry of readArchive(file)) {
    if (entry.kind === 'header') at = entry.header.at;
    else if (entry.kind === 'table') counts[(table = entry.table)] = 0;
    else if (entry.kind === 'row') counts[table]! += 1;
    else if (entry.kind === 'file') files += 1;
    else if (entry.kind === 'dump') dumped = true;
    else if (dumped) Object.assign(counts, entry.rows);
    else if (Object.entries(entry.rows).some(([name, count]) => counts[name] !== count))
      throw new Failure(`${file} is incomplete: rows are missing.`);
  }
  return {
    at,
    tables: Object.keys(counts).length,
    rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
    files,
  };
};

/**
 * Writes all rows of one snapshot, and files of the installation's data folder, to a file, and reads the file back.
 * The database can be used meanwhile.
 */
export const backUp = async (client: pg.Client, file: string, options: BackupOptions = {}): Promise<BackupSummary> => {
  await client.query(SESSION_SETTINGS);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    await writeArchive(file, entriesOf(client, options));
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
  }
  return check(file);
};
