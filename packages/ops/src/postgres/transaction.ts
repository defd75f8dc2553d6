import type pg from 'pg';

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
