import pg from 'pg';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Returns a libpq address, which psql and every driver accept. */
export const localAddress = (port: number, database: string, { user, password }: Credentials): string =>
  `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/** Returns the address of the same server and database for another role. */
export const addressFor = (databaseUrl: string, { user, password }: Credentials): string => {
  const address = new URL(databaseUrl);
  address.username = encodeURIComponent(user);
  address.password = encodeURIComponent(password);
  return address.href;
};

/** Runs `use` with a connection, which is always closed. */
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

/** Runs `work` in a transaction, which is rolled back if `work` rejects. */
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
