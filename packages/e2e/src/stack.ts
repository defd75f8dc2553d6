import { readStackFile, type StackFile } from '@course/dev-stack/stack/stack-file';
import pg from 'pg';
import { inject } from 'vitest';

export const dataDir = (): string => {
  const folder = inject('dataDirs')[inject('stack')];
  if (folder === undefined) throw new Error('These journeys have no stack');
  return folder;
};

/** Returns the addresses in `stack.json`. */
export const stackFile = (): StackFile => readStackFile(dataDir());

export const siteUrl = (pathname = '/'): string => new URL(pathname, stackFile().url).href;

let database: pg.Pool | undefined;

/** Runs a query as the owner of the database. Returns its rows. */
export async function rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  database ??= new pg.Pool({ connectionString: stackFile().databaseUrl, max: 3 });
  return (await database.query<Row>(sql, values)).rows;
}

export async function closeDatabase(): Promise<void> {
  await database?.end();
  database = undefined;
}
