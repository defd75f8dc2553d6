import pg from 'pg';
import { inject } from 'vitest';

export type Row = Readonly<Record<string, unknown>>;

let ownAddress: string | undefined;

/** From here on `query` asks this database; the run's shared one again when undefined. */
export const useDatabase = (address: string | undefined): void => void (ownAddress = address);

/** One query as the database's owner, who sees what the service wrote. */
export async function query(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownAddress ?? inject('stores').databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
