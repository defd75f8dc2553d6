import { declarations, liveStepRows, releaseEnds, type Declarations } from '@course/contracts';
import { type Logger, messageOf } from '@course/service-kit';
import type pg from 'pg';
import { pause } from '../platform/pause.ts';

const INTERVAL_MS = 10_000;
const FETCH_TIMEOUT_MS = 3_000;
/** Unchanged declarations are applied again after this time, because the database may have been restored. */
const APPLY_AGAIN_MS = 60_000;

/** Fetches what the releases declare, as text. Rejects if the edge does not return it. */
export async function fetchDeclarations(address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${response.status} from the edge`);
  return response.text();
}

/**
 * Stores the declarations, for times without a reachable edge, and updates steps and ends of releases to match. Returns
 * how many steps changed.
 */
export async function applyDeclarations(pool: pg.Pool, { releases }: Declarations): Promise<number> {
  await pool.query(
    `insert into tracking.declarations as kept (releases) values ($1)
     on conflict (id) do update set releases = excluded.releases, read_at = now()
     where kept.releases is distinct from excluded.releases`,
    [JSON.stringify(releases)],
  );
  await pool.query('select rollups.set_release_ends($1)', [JSON.stringify(releaseEnds(releases))]);
  const { steps, undeclaredPaths } = liveStepRows(releases);
  if (steps.length === 0) return 0;
  const { rows } = await pool.query<{ changed: number }>('select rollups.set_steps($1, true, $2) as changed', [
    JSON.stringify(steps),
    undeclaredPaths,
  ]);
  return rows[0]?.changed ?? 0;
}

/** Throws if the text is not valid. The last valid declarations then stay in effect. */
export const parseDeclarations = (text: string): Declarations => declarations.parse(JSON.parse(text));

/** Applies the declarations of the live releases every few seconds until the signal. */
export async function followDeclarations(
  pool: pg.Pool,
  address: string,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  let lastReason = '';
  let applied = { text: '', at: 0 };
  while (!signal.aborted) {
    try {
      const text = await fetchDeclarations(address);
      if (text !== applied.text || performance.now() - applied.at > APPLY_AGAIN_MS) {
        const changed = await applyDeclarations(pool, parseDeclarations(text));
        if (changed > 0) logger.info({ changed }, 'Updated the steps for analysts to the live releases');
        applied = { text, at: performance.now() };
      }
      lastReason = '';
    } catch (error) {
      const reason = messageOf(error);
      // Logged once, not every few seconds.
      if (reason !== lastReason)
        logger.warn({ reason }, 'Could not read the declarations of the releases, steps and labels stay as they are');
      lastReason = reason;
    }
    await pause(INTERVAL_MS, signal);
  }
}
