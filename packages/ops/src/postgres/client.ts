import pg from 'pg';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** A plain libpq address, as psql and every driver take it. */
export const localAddress = (port: number, database: string, { user, password }: Credentials): string =>
  `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/** The same server and database for another role. */
export const addressFor = (databaseUrl: string, { user, password }: Credentials): string => {
  const address = new URL(databaseUrl);
  address.username = encodeURIComponent(user);
  address.password = encodeURIComponent(password);
  return address.href;
};

/** Runs `use` with one connection, which is closed whatever happens. */
export const withClient = async <T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 15_000,
    application_name: 'course-stack',
  });
  // A connection that breaks while it is idle must not end this process; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const canConnect = async (databaseUrl: string): Promise<boolean> => {
  await withClient(databaseUrl, (client) => client.query('select 1'));
  return true;
};

/** All of the work or none of it. */
export const inTransaction = async <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};
