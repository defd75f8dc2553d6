import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteSteps, type RemoteStepRow } from '@course/contracts';
import type pg from 'pg';
import { z } from 'zod';
import type { Logger } from '@course/service-kit';
import { pause } from '../writer/pause.ts';
import { inOrder } from './step-order.ts';

const INTERVAL_MS = 5_000;
const FETCH_TIMEOUT_MS = 3_000;
const STEPS_FILE = 'steps.json';

/** Of the registry and of a release's description, what is needed here. */
const registry = z.object({ remotes: z.record(z.string(), z.object({ entry: z.string() })) });
const description = z.object({ routes: z.array(z.object({ path: z.string() })) });

/** Where the live releases are: the edge's own registry and builds. */
export interface ReleaseSource {
  readonly registryFile: string;
  readonly remotesDir: string;
  /** Origins from which remotes of other servers may be read. */
  readonly origins: readonly string[];
}

/** The steps that a release declares. Of an older one, which declares none, only the paths are known. */
type Release = { readonly steps: readonly RemoteStepRow[] } | { readonly undeclared: readonly string[] };

const readLocal = (entry: string, file: string, { remotesDir }: ReleaseSource): Promise<string | undefined> => {
  if (!entry.startsWith('/remotes/') || entry.includes('..'))
    throw new Error('a remote of this origin lies under /remotes/');
  return readFile(path.join(remotesDir, path.dirname(entry.slice('/remotes/'.length)), file), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
};

async function fetchRemote(entry: string, file: string, { origins }: ReleaseSource): Promise<string | undefined> {
  const address = new URL(file, entry);
  if (!origins.includes(address.origin)) throw new Error(`${address.origin} is not among REMOTE_ORIGINS`);
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${response.status} from ${address.origin}`);
  return response.text();
}

async function readRelease(entry: string, source: ReleaseSource): Promise<Release> {
  const read = entry.startsWith('/') ? readLocal : fetchRemote;
  const steps = await read(entry, STEPS_FILE, source);
  if (steps !== undefined) return { steps: remoteSteps.parse(JSON.parse(steps)) };
  const described = await read(entry, 'remote.json', source);
  if (described === undefined) throw new Error(`${entry} has no description`);
  return { undeclared: description.parse(JSON.parse(described)).routes.map((route) => route.path) };
}

/** Reads what is live. Rejects unless all of it can be read: then the last good steps go on. Builds never change, so each is read once. */
export function liveReleases(source: ReleaseSource): () => Promise<readonly Release[]> {
  const known = new Map<string, Release>();
  const releaseAt = async (entry: string): Promise<Release> => {
    const release = known.get(entry) ?? (await readRelease(entry, source));
    known.set(entry, release);
    return release;
  };
  return async () => {
    const { remotes } = registry.parse(JSON.parse(await readFile(source.registryFile, 'utf8')));
    return Promise.all(Object.values(remotes).map(({ entry }) => releaseAt(entry)));
  };
}

/** Brings the steps that analysts see to those of these releases. Returns how many were changed. */
export async function setSteps(pool: pg.Pool, releases: readonly Release[]): Promise<number> {
  const steps = releases.flatMap((release) => ('steps' in release ? release.steps : []));
  const undeclared = releases.flatMap((release) => ('undeclared' in release ? release.undeclared : []));
  if (steps.length === 0) return 0;
  const { rows } = await pool.query<{ changed: number }>('select rollups.set_steps($1, true, $2) as changed', [
    JSON.stringify(inOrder(steps)),
    undeclared,
  ]);
  return rows[0]?.changed ?? 0;
}

/** Follows what is published and rolled back, every few seconds until the signal. */
export async function keepStepsLive(
  pool: pg.Pool,
  source: ReleaseSource,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const read = liveReleases(source);
  let lastReason = '';
  while (!signal.aborted) {
    try {
      const changed = await setSteps(pool, await read());
      if (changed > 0) logger.info({ changed }, 'The steps for analysts follow what is live');
      lastReason = '';
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Logged once, not every few seconds.
      if (reason !== lastReason)
        logger.warn({ reason }, 'The live releases could not be read, the steps for analysts stay as they are');
      lastReason = reason;
    }
    await pause(INTERVAL_MS, signal);
  }
}
