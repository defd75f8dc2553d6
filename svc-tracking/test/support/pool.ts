import pg from 'pg';

/** Connections to a store of the test. The store may go before the last idle one has heard that it is over. */
export const aPool = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max: 2 });
  pool.on('error', () => undefined);
  return pool;
};
