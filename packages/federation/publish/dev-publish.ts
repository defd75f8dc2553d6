import { readBuild } from '../check/build.ts';
import { runnable } from '../check/check.ts';
import { sentenceOfRefusal } from '../check/refusal.ts';
import { auditLine } from '../registry/audit.ts';
import { sentenceOf } from '../base/failure.ts';
import type { Registry } from '../contract/release.ts';
import { trustedKey, type LocalReleases } from '../registry/local-releases.ts';
import { withStableAndHistory } from '../registry/channels.ts';
import {
  changeRegistry,
  readRegistry,
  remoteIn,
  rowOf,
  stableOf,
  withRelease,
  type ListedRelease,
} from '../registry/registry.ts';
import { devVersion, signBuild } from '../registry/release.ts';
import { putRelease } from '../registry/stored-release.ts';

const BY = { who: 'development', why: 'remote dev' };

/** What is restored in the end. */
interface Replaced {
  /** Undefined if nothing was live. */
  readonly release: ListedRelease | undefined;
  /** The releases that it can be rolled back to. */
  readonly previous: readonly string[];
}

/**
 * Returns a publisher for development builds: with unique versions, no size budget, and no entries in the roll-back
 * history.
 */
export const devPublisher = async (local: LocalReleases, name: string, now = Date.now) => {
  const { store } = local;
  const ours = new Set<string>();
  const initial = await readRegistry(store);
  let replaced: Replaced = { release: stableOf(initial, name), previous: remoteIn(initial, name).previous };
  let lastBuilt = replaced.release?.row.version;

  /** What another development build replaces: a release that was published meanwhile, else what the last one did. */
  const replacedIn = (current: Registry): Replaced => {
    const release = stableOf(current, name);
    if (!release || ours.has(release.id)) return replaced;
    // In the history, development builds are replaced by the release that they stand in for.
    const former = replaced.release ? [replaced.release.id] : [];
    const history = remoteIn(current, name).previous.flatMap((id) => (ours.has(id) ? former : [id]));
    return { release, previous: [...new Set(history)].filter((id) => id !== release.id) };
  };

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
    let replacing = replaced;
    await changeRegistry(store, (current) => {
      replacing = replacedIn(current);
      const before = stableOf(current, name)?.id ?? null;
      const known = withRelease(
        current,
        name,
        id,
        rowOf({ ...built, version }, { folder: id, commit: null, at: at.toISOString() }),
      );
      return {
        registry: withStableAndHistory(known, name, id, { previous: replacing.previous, now: at }),
        entry: auditLine(BY, { what: 'develop', remote: name, release: id, version, before }, at),
      };
    });
    replaced = replacing;
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
     * Restores the release that the development builds replaced, unless another one is live by now. Returns the line to
     * print, if any.
     */
    restore: async (): Promise<string | undefined> => {
      if (ours.size === 0) return undefined;
      const at = new Date(now());
      const { release: former, previous } = replaced;
      const changed = await changeRegistry(store, (current) => {
        const before = stableOf(current, name)?.id;
        // A release that was published meanwhile stays live.
        if (!former || !before || !ours.has(before)) return undefined;
        const entry = {
          what: 'develop',
          remote: name,
          release: former.id,
          version: former.row.version,
          before,
        } as const;
        return {
          registry: withStableAndHistory(current, name, former.id, { previous, now: at }),
          entry: auditLine({ ...BY, why: 'development has ended' }, entry, at),
        };
      });
      const live = stableOf(changed, name);
      if (!live) return undefined;
      if (ours.has(live.id)) return `${name}: ${live.row.version} stays live: nothing was published before it`;
      const isFormer = live.id === former?.id;
      return `${name}: ${live.row.version} ${isFormer ? 'is live again' : 'went live meanwhile and stays live'}`;
    },
  };
};
