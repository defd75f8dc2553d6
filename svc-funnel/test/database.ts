import { workerStores } from '@course/test-kit/fresh-stores';
import pg from 'pg';

export type Row = Readonly<Record<string, unknown>>;

const open = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max: 8, allowExitOnIdle: true });
  // It is not a failure if an idle connection is lost because its server stops.
  pool.on('error', () => undefined);
  return pool;
};

let shared: pg.Pool | undefined;
let own: pg.Pool | undefined;

/** Makes `query` use this database, or the run's shared one again if undefined. */
export async function useDatabase(address: string | undefined): Promise<void> {
  const previous = own;
  own = address === undefined ? undefined : open(address);
  await previous?.end();
}

/** Runs a query as the database's owner, who can read all that the service wrote. */
export async function query(sql: string, values: unknown[] = []): Promise<Row[]> {
  const pool = own ?? (shared ??= open(workerStores().databaseUrl));
  return (await pool.query<Row>(sql, values)).rows;
}
