import pg from 'pg';
import { inject } from 'vitest';

export type Row = Readonly<Record<string, unknown>>;

/** One query as the database's owner, who sees what the service wrote. */
export async function query(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
