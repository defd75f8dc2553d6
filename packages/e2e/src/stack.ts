import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

/** What `stack.json` says where everything is. */
export interface StackFile {
  readonly url: string;
  readonly releasesUrl: string;
  readonly databaseUrl: string;
  readonly analystUrl: string;
  readonly insightsUrl: string;
  readonly redisUrl: string;
  readonly pids: Readonly<Record<string, number>>;
}

export const dataDir = (): string => inject('dataDir');

export const stackFile = (): StackFile =>
  JSON.parse(fs.readFileSync(path.join(dataDir(), 'stack.json'), 'utf8')) as StackFile;

export const siteUrl = (pathname = '/'): string => new URL(pathname, stackFile().url).href;

/** Rows of one query, as the owner of the database sees them. */
export async function rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: stackFile().databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
