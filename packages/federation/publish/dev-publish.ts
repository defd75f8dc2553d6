import { readBuild } from '../check/build.ts';
import { runnable } from '../check/check.ts';
import { sentenceOfRefusal } from '../check/refusal.ts';
import { auditLine } from '../registry/audit.ts';
import { sentenceOf } from '../base/failure.ts';
import { trustedKey, type LocalReleases } from '../registry/local-releases.ts';
import { withStable, withStableAndHistory } from '../registry/channels.ts';
import { changeRegistry, readRegistry, remoteIn, rowOf, stableOf, withRelease } from '../registry/registry.ts';
import { devVersion, signBuild } from '../registry/release.ts';
import { putRelease } from '../registry/stored-release.ts';

const BY = { who: 'development', why: 'remote dev' };

/**
 * Returns a publisher for development builds: with unique versions and no size budget. The history of the remote begins
 * with the release that they stand in for.
 */
export const devPublisher = async (local: LocalReleases, name: string, now = Date.now) => {
  const { store } = local;
  const ours = new Set<string>();
  let lastBuilt = stableOf(await readRegistry(store), name)?.row.version;

  const goLive = async (folder: string): Promise<string | undefined> => {
    const build = readBuild(folder);
    const built = build.descriptor;
    if (built.version === lastBuilt) return undefined;
    const refusals = runnable(build, name);
    if (refusals.length > 0) return `${name}: not live: ${refusals.map(sentenceOfRefusal).join(' ')}`;
    const at = new Date(now());
    const version = devVersion(built.version, at.getTime());
    const upload = signBuild(build.files, await trustedKey(local, name), { version, commit: null });
    const id = upload.release.release;
    await putRelease(store, id, upload);
    ours.add(id);
    await changeRegistry(store, (current) => {
      const before = stableOf(current, name)?.id ?? null;
      const known = withRelease(
        current,
        name,
        id,
        rowOf({ ...built, version }, { folder: id, commit: null, at: at.toISOString() }),
      );
      return {
        registry: withStable(known, name, id, at),
        entry: auditLine(BY, { what: 'develop', remote: name, release: id, version, before }, at),
      };
    });
    lastBuilt = built.version;
    return `${name}: ${version} is live`;
  };

  return {
    /**
     * Makes a build live under its own version. Returns the line to print, if any; a bad or unchanged build changes
     * nothing.
     */
    publish: (folder: string): Promise<string | undefined> =>
      goLive(folder).catch((error: unknown) => `${name}: not live: ${sentenceOf(error)}`),
    /**
     * Restores the release that the development builds stood in for, unless another one is live by now. Returns the line
     * to print, if any.
     */
    restore: async (): Promise<string | undefined> => {
      if (ours.size === 0) return undefined;
      const at = new Date(now());
      let former: string | undefined;
      const changed = await changeRegistry(store, (current) => {
        const { channels, previous, releases } = remoteIn(current, name);
        const before = channels.stable;
        const [release, ...earlier] = previous;
        // A release that was published meanwhile stays live.
        if (!release || !before || !ours.has(before)) return undefined;
        former = release;
        const version = releases[release]?.version ?? release;
        const entry = { what: 'develop', remote: name, release, version, before } as const;
        return {
          registry: withStableAndHistory(current, name, release, { previous: earlier, now: at }),
          entry: auditLine({ ...BY, why: 'development has ended' }, entry, at),
        };
      });
      const live = stableOf(changed, name);
      if (!live) return undefined;
      if (ours.has(live.id)) return `${name}: ${live.row.version} stays live: nothing was published before it`;
      return `${name}: ${live.row.version} ${live.id === former ? 'is live again' : 'went live meanwhile and stays live'}`;
    },
  };
};
