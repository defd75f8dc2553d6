import type pg from 'pg';

/** Applies all changes to the aggregates. `owner` connects as the owner of the database. */
export const refreshAll = async (owner: pg.Pool): Promise<void> => {
  // One transaction. It waits for a refresh by a running service, during which another one would return 0.
  const results: unknown = await owner.query(
    'select from rollups.refresh_lock for update; select rollups.refresh() as taken',
  );
  const [, refreshed] = results as readonly pg.QueryResult<{ taken: number }>[];
  if (refreshed?.rows[0]?.taken !== 0) await refreshAll(owner);
};
