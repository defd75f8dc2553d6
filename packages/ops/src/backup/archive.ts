import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { Failure } from '../failure.ts';

/*
 * A gzip file of JSON lines: the header; the rows; each file of the data folder (since version 2), in base64; finally
 * `{ "end": true, "rows" }`, without which the file is incomplete.
 *
 * Rows are either pg_dump's archive (version 3), in chunks `{ "dump" }` in base64, or in our own format: for each table
 * `{ "table", "columns" }`, then its rows, each an array of the values as PostgreSQL writes them (null for NULL).
 */

const named = z.strictObject({ name: z.string(), checksum: z.string() });

const header = z.strictObject({
  format: z.literal('course-backup'),
  version: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** The major version of the pg_dump that wrote the rows; absent in our own format. */
  pgDump: z.number().optional(),
  /** When the snapshot was taken. */
  at: z.string(),
  migrations: z.record(z.string(), z.array(named)),
  partitions: z.array(z.strictObject({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string() })),
});
export type Header = z.infer<typeof header>;

const tableLine = z.strictObject({ table: z.string(), columns: z.array(z.string()) });
/** A path inside the data folder. */
const dataPath = z
  .string()
  .refine(
    (file) => !path.isAbsolute(file) && path.normalize(file) === file && !file.startsWith('..'),
    'leads out of the data folder',
  );
const fileLine = z.strictObject({ file: dataPath, mode: z.number(), data: z.base64() });
const dumpLine = z.strictObject({ dump: z.base64() });
const endLine = z.strictObject({ end: z.literal(true), rows: z.record(z.string(), z.number()) });

/** A row's values as PostgreSQL writes them. */
export type Row = readonly (string | null)[];

/** The entries of a backup file, in order. */
export type Entry =
  | { readonly kind: 'header'; readonly header: Header }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'dump'; readonly data: string }
  | { readonly kind: 'file'; readonly file: string; readonly mode: number; readonly data: string }
  | { readonly kind: 'end'; readonly rows: Readonly<Record<string, number>> };

/** A file of the data folder, with its path relative to that. */
export type DataFile = Extract<Entry, { kind: 'file' }>;

const lineOf = (entry: Entry): string => {
  switch (entry.kind) {
    case 'header':
      return JSON.stringify(entry.header);
    case 'table':
      return JSON.stringify({ table: entry.table, columns: entry.columns });
    case 'row':
      return JSON.stringify(entry.row);
    case 'dump':
      return JSON.stringify({ dump: entry.data });
    case 'file':
      return JSON.stringify({ file: entry.file, mode: entry.mode, data: entry.data });
    case 'end':
      return JSON.stringify({ end: true, rows: entry.rows });
    default:
      return entry satisfies never;
  }
};

/** Writes a backup file that only its owner can read. The file appears under its name only when complete. */
export const writeArchive = async (file: string, entries: AsyncIterable<Entry>): Promise<void> => {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  const lines = async function* () {
    for await (const entry of entries) yield `${lineOf(entry)}\n`;
  };
  try {
    await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
};

const readLine = (line: string, isFirst: boolean): Entry => {
  const value: unknown = JSON.parse(line);
  if (isFirst) return { kind: 'header', header: header.parse(value) };
  if (Array.isArray(value)) return { kind: 'row', row: value as Row };
  const table = tableLine.safeParse(value);
  if (table.success) return { kind: 'table', ...table.data };
  if (typeof value === 'object' && value !== null && 'file' in value) return { kind: 'file', ...fileLine.parse(value) };
  if (typeof value === 'object' && value !== null && 'dump' in value)
    return { kind: 'dump', data: dumpLine.parse(value).dump };
  return { kind: 'end', rows: endLine.parse(value).rows };
};

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const text = createGunzip().setEncoding('utf8');
  source.once('error', (error) => text.destroy(error)).pipe(text);
  let rest = '';
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    source.destroy();
  }
  if (rest !== '') yield rest;
}

/** Yields the entries of a backup file. Throws a `Failure` if it is not a backup, is damaged or incomplete. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  let last: Entry | undefined;
  try {
    for await (const line of linesOf(file)) {
      last = readLine(line, last === undefined);
      yield last;
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      `${file} cannot be read as a backup: ${error instanceof Error ? error.message.split('\n')[0] : 'damaged'}`,
      { cause: error },
    );
  }
  if (last?.kind !== 'end') throw new Failure(`${file} is incomplete: its end is missing.`);
}
