import fs from 'node:fs/promises';
import path from 'node:path';
import { ApiError, type Declarations } from '@course/contracts';
import type { Logger } from 'pino';
import { remoteDescriptor, type RemoteDescriptor } from '../contract/descriptor.ts';
import { declarationOf, type VisitorRelease } from '../registry/visitor-releases.ts';
import { folderKey } from '../registry/stored-release.ts';
import type { Follower } from './follow.ts';

const MAX_EARLIER = 50;

/** Services must not be checked against an incomplete list of the releases that visitors may have. */
const unreadable = ({ remote, row: { version } }: VisitorRelease): ApiError =>
  new ApiError(
    'store_unavailable',
    `What ${remote} ${version} declares cannot be read here yet. Try again in a minute, or read the store itself.`,
  );

/**
 * Returns a function that reads the declarations of the releases that visitors may have: the live ones, then the latest
 * others that declare a flow. `forCompat`: all others, with canaries as live, and `store_unavailable` unless each of
 * them can be read. `dir` contains this edge's copies.
 */
export function declarationReader(
  releases: Pick<Follower, 'live' | 'visitorReleases' | 'missing'>,
  dir: string,
  logger: Pick<Logger, 'warn'>,
) {
  // Releases never change, so each is read once. Null for one without a readable descriptor.
  const known = new Map<string, RemoteDescriptor | null>();

  async function readDescriptor({ remote, id, row }: VisitorRelease): Promise<RemoteDescriptor | null> {
    let descriptor = known.get(id);
    if (descriptor === undefined) {
      const folder = path.join(dir, folderKey(remote, row.folder));
      const text = await fs.readFile(path.join(folder, 'remote.json'), 'utf8').catch(() => null);
      if (text === null) return null;
      const parsed = remoteDescriptor.safeParse(JSON.parse(text));
      if (!parsed.success) logger.warn({ folder }, 'an earlier release has no readable descriptor');
      descriptor = parsed.success ? parsed.data : null;
      known.set(id, descriptor);
    }
    return descriptor;
  }

  return async (now: number, forCompat = false): Promise<Declarations> => {
    const at = new Date(now);
    const { remotes } = releases.live();
    const missing = forCompat ? releases.missing(at)[0] : undefined;
    if (missing) throw unreadable(missing);
    const live = remotes.flatMap(({ name, release, entry: { version }, descriptor }) =>
      descriptor ? [declarationOf({ remote: name, version, release }, true, descriptor)] : [],
    );
    const others = releases.visitorReleases(at).filter(({ id }) => !remotes.some(({ release }) => release === id));
    const declared = others.slice(0, forCompat ? undefined : MAX_EARLIER).map(async (other) => {
      const { remote, id: release, row, channel } = other;
      const descriptor = await readDescriptor(other);
      if (forCompat && !descriptor) throw unreadable(other);
      const isLive = forCompat && channel === 'canary';
      return descriptor && (forCompat || descriptor.flow)
        ? [declarationOf({ remote, version: row.version, release }, isLive, descriptor)]
        : [];
    });
    return { releases: [...live, ...(await Promise.all(declared)).flat()] };
  };
}
