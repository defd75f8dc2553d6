import fs from 'node:fs/promises';
import path from 'node:path';
import type { Declarations } from '@course/contracts';
import { remoteDescriptor, type RemoteDescriptor } from '../contract/descriptor.ts';
import type { DescriptorSource, KnownRemote } from './descriptors.ts';

type Release = Declarations['releases'][number];

/** A visitor may still answer the questions of a release for so long after it stopped being live. */
const SPOKEN_FOR_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_EARLIER = 50;

const releaseOf = (remote: string, version: string, live: boolean, { routes, flow }: RemoteDescriptor): Release => ({
  remote,
  version,
  live,
  flow: flow ?? null,
  paths: routes.map((route) => route.path),
});

/** Returns what reads the declarations of the live releases and of those that were live within the last 30 days, newest first. */
export function declarationReader({ remotesDir, logger }: Pick<DescriptorSource, 'remotesDir' | 'logger'>) {
  // Builds never change: each is read once. Null where a build cannot be read or declares nothing.
  const known = new Map<string, RemoteDescriptor | null>();

  async function read(folder: string): Promise<RemoteDescriptor | null> {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const text = await fs.readFile(path.join(folder, 'remote.json'), 'utf8').catch(() => null);
    const parsed = text === null ? undefined : remoteDescriptor.safeParse(JSON.parse(text));
    if (parsed && !parsed.success) logger.warn({ folder }, 'an earlier build has no readable description');
    const descriptor = parsed?.success && parsed.data.flow ? parsed.data : null;
    known.set(folder, descriptor);
    return descriptor;
  }

  /** The time of a build's folder is the time at which it stopped being live. */
  async function earlierOf({ name, entry }: KnownRemote, now: number): Promise<Release[]> {
    const versions = await fs.readdir(path.join(remotesDir, name)).catch(() => []);
    const folders = await Promise.all(
      versions
        .filter((version) => version !== entry.version && !version.endsWith('.draft'))
        .map(async (version) => {
          const folder = path.join(remotesDir, name, version);
          const stat = await fs.stat(folder).catch(() => null);
          return { version, folder, endedAt: stat?.mtimeMs ?? 0 };
        }),
    );
    const recent = folders
      .filter(({ endedAt }) => now - endedAt <= SPOKEN_FOR_MS)
      .sort((a, b) => b.endedAt - a.endedAt)
      .slice(0, MOST_EARLIER);
    const readable = await Promise.all(
      recent.map(async ({ version, folder }) => ({ version, descriptor: await read(folder) })),
    );
    return readable.flatMap(({ version, descriptor }) =>
      descriptor ? [releaseOf(name, version, false, descriptor)] : [],
    );
  }

  return async (remotes: readonly KnownRemote[], now: number): Promise<Declarations> => {
    const live = remotes.flatMap(({ name, entry, descriptor }) =>
      descriptor ? [releaseOf(name, entry.version, true, descriptor)] : [],
    );
    const earlier = await Promise.all(remotes.map((remote) => earlierOf(remote, now)));
    return { releases: [...live, ...earlier.flat()] };
  };
}
