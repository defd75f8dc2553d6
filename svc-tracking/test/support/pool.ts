import pg from 'pg';

/**
 * Connects to a store of the test. Ignores errors, because the store may stop before the last idle connection has
 * closed.
 */
export const aPool = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max: 2 });
  pool.on('error', () => undefined);
  return pool;
};
