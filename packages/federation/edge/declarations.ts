import fs from 'node:fs/promises';
import path from 'node:path';
import type { Declarations } from '@course/contracts';
import type { Logger } from 'pino';
import { remoteDescriptor, type RemoteDescriptor } from '../contract/descriptor.ts';
import { declarationOf, type HeldRelease } from '../registry/held-releases.ts';
import { folderKey } from '../registry/stored-release.ts';
import type { Follower } from './follow.ts';

const MOST_EARLIER = 50;

/**
 * Returns what reads the declarations of the releases that visitors may have: those that are live, then the latest
 * others that declare a flow. `forCompat`: all others, and canaries as live ones. `dir` has this edge's copies.
 */
export function declarationReader(
  releases: Pick<Follower, 'live' | 'held'>,
  dir: string,
  logger: Pick<Logger, 'warn'>,
) {
  // Releases never change: each is read once. Null where one declares nothing.
  const known = new Map<string, RemoteDescriptor | null>();

  async function readDescriptor({ remote, id, row }: HeldRelease): Promise<RemoteDescriptor | null> {
    let descriptor = known.get(id);
    if (descriptor === undefined) {
      const folder = path.join(dir, folderKey(remote, row.folder));
      const text = await fs.readFile(path.join(folder, 'remote.json'), 'utf8').catch(() => null);
      const parsed = text === null ? undefined : remoteDescriptor.safeParse(JSON.parse(text));
      if (parsed && !parsed.success) logger.warn({ folder }, 'an earlier release has no readable description');
      descriptor = parsed?.success && parsed.data.flow ? parsed.data : null;
      known.set(id, descriptor);
    }
    return descriptor;
  }

  return async (now: number, forCompat = false): Promise<Declarations> => {
    const { remotes } = releases.live();
    const live = remotes.flatMap(({ name, release, entry: { version }, descriptor }) =>
      descriptor ? [declarationOf({ remote: name, version, release }, true, descriptor)] : [],
    );
    const others = releases.held(new Date(now)).filter(({ id }) => !remotes.some(({ release }) => release === id));
    const declared = others.slice(0, forCompat ? undefined : MOST_EARLIER).map(async (other) => {
      const { remote, id: release, row, channel } = other;
      const descriptor = await readDescriptor(other);
      const isLive = forCompat && channel === 'canary';
      return descriptor ? [declarationOf({ remote, version: row.version, release }, isLive, descriptor)] : [];
    });
    return { releases: [...live, ...(await Promise.all(declared)).flat()] };
  };
}
