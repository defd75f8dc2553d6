import fs from 'node:fs/promises';
import path from 'node:path';
import type { Declarations } from '@course/contracts';
import type { FastifyBaseLogger } from 'fastify';
import { remoteDescriptor, type RemoteDescriptor } from '../contract/descriptor.ts';
import type { EarlierRelease, Follower } from './follow.ts';

type Release = Declarations['releases'][number];

const MOST_EARLIER = 50;

const releaseOf = (
  { remote, version, release }: Pick<Release, 'remote' | 'version' | 'release'>,
  live: boolean,
  { routes, flow }: RemoteDescriptor,
): Release => ({
  remote,
  version,
  ...(release !== undefined && { release }),
  live,
  flow: flow ?? null,
  paths: routes.map((route) => route.path),
});

/** Returns what reads the declarations of the live releases and then of the earlier ones that visitors may have. */
export function declarationReader(releases: Pick<Follower, 'live' | 'earlier'>, logger: FastifyBaseLogger) {
  // Releases never change: each is read once. Null where one declares nothing.
  const known = new Map<string, RemoteDescriptor | null>();

  async function read({ folder, ...release }: EarlierRelease): Promise<Release[]> {
    let descriptor = known.get(folder);
    if (descriptor === undefined) {
      const text = await fs.readFile(path.join(folder, 'remote.json'), 'utf8').catch(() => null);
      const parsed = text === null ? undefined : remoteDescriptor.safeParse(JSON.parse(text));
      if (parsed && !parsed.success) logger.warn({ folder }, 'an earlier release has no readable description');
      descriptor = parsed?.success && parsed.data.flow ? parsed.data : null;
      known.set(folder, descriptor);
    }
    return descriptor ? [releaseOf(release, false, descriptor)] : [];
  }

  return async (now: number): Promise<Declarations> => {
    const live = releases
      .live()
      .remotes.flatMap(({ name, release, entry: { version }, descriptor }) =>
        descriptor ? [releaseOf({ remote: name, version, release }, true, descriptor)] : [],
      );
    const earlier = releases.earlier(new Date(now)).slice(0, MOST_EARLIER);
    return { releases: [...live, ...(await Promise.all(earlier.map(read))).flat()] };
  };
}
