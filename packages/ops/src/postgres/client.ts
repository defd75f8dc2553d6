import pg from 'pg';

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
