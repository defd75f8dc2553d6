import { workerStores } from '@course/test-kit/fresh-stores';
import pg from 'pg';

export type Row = Readonly<Record<string, unknown>>;

const open = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max: 8, allowExitOnIdle: true });
  // A connection that rests when its server stops is no failure.
  pool.on('error', () => undefined);
  return pool;
};

let shared: pg.Pool | undefined;
let own: pg.Pool | undefined;

/** From here on `query` asks this database; the run's shared one again when undefined. */
export async function useDatabase(address: string | undefined): Promise<void> {
  const previous = own;
  own = address === undefined ? undefined : open(address);
  await previous?.end();
}

/** One query as the database's owner, who sees what the service wrote. */
export async function query(sql: string, values: unknown[] = []): Promise<Row[]> {
  const pool = own ?? (shared ??= open(workerStores().databaseUrl));
  return (await pool.query<Row>(sql, values)).rows;
}
