import { declarations, liveStepRows, releaseEnds } from '@course/contracts';
import type pg from 'pg';

/**
 * Aggregates that are built anew, as after a restore, learn from the kept declarations which remote a path belongs to,
 * where each release ends and which steps there are. All have to be known before the first page views are merged into visits.
 */
export const applyKeptDeclarations = async (client: pg.Client): Promise<void> => {
  // An update, because the trigger that notes the paths was not there yet when the row was restored.
  const { rows } = await client.query<{ releases: unknown }>(
    `update tracking.declarations set releases = releases
     where not exists (select from rollups.remote_paths) or not exists (select from rollups.release_ends) returning releases`,
  );
  // The service reads them from the edge again when another version wrote them.
  const kept = declarations.safeParse(rows[0]);
  if (!kept.success) return;
  const { releases } = kept.data;
  await client.query('select rollups.set_release_ends($1)', [JSON.stringify(releaseEnds(releases))]);
  const { steps, undeclaredPaths } = liveStepRows(releases);
  if (steps.length > 0)
    await client.query('select rollups.set_steps($1, true, $2)', [JSON.stringify(steps), undeclaredPaths]);
};
