import type pg from 'pg';

/** Applies all changes to the aggregates, in as many refreshes as that takes. `owner` connects as the database's owner. */
export const refreshAggregates = async (owner: pg.Pool | pg.Client): Promise<void> => {
  // One transaction. It waits for a refresh by a running service, during which another one would return 0.
  const results: unknown = await owner.query(
    'select from rollups.refresh_lock for update; select rollups.refresh() as taken',
  );
  const [, refreshed] = results as readonly pg.QueryResult<{ taken: number }>[];
  if (refreshed?.rows[0]?.taken !== 0) await refreshAggregates(owner);
};
