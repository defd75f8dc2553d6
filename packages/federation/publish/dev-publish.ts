import { readBuild } from '../check/build.ts';
import { runnable } from '../check/check.ts';
import { sentenceOfRefusal } from '../check/refusal.ts';
import { auditLine } from '../registry/audit.ts';
import { sentenceOf } from '../base/failure.ts';
import { trustedKey, type ReleaseHome } from '../registry/home.ts';
import { withStableAndHistory } from '../registry/channels.ts';
import { changeRegistry, readRegistry, rowOf, stableOf, withRelease } from '../registry/registry.ts';
import { devVersion, signBuild } from '../registry/release.ts';
import { putRelease } from '../registry/stored-release.ts';

export interface DevPublisher {
  /**
   * Makes a build live under its own version. Returns the line to print, if any; a bad or unchanged build changes
   * nothing.
   */
  publish(folder: string): Promise<string | undefined>;
  /** Restores what was live before the first publish. Returns the live version, if there is one. */
  restore(): Promise<string | undefined>;
}

const BY = { who: 'development', why: 'npm run remote -- dev' };

/**
 * Returns a publisher for development builds: with unique versions, no size budget, and no entries in the roll-back
 * history.
 */
export const devPublisher = async (home: ReleaseHome, name: string, now = Date.now): Promise<DevPublisher> => {
  const { store } = home;
  const initial = await readRegistry(store);
  const former = stableOf(initial, name);
  const previous = initial.remotes[name]?.previous ?? [];
  const ours = new Set<string>();
  let lastBuilt = former?.row.version;

  const goLive = async (folder: string): Promise<string | undefined> => {
    const build = readBuild(folder);
    const built = build.descriptor;
    if (built.version === lastBuilt) return undefined;
    const refusals = runnable(build, name);
    if (refusals.length > 0) return `${name}: not live: ${refusals.map(sentenceOfRefusal).join(' ')}`;
    const at = new Date(now());
    const version = devVersion(built.version, at.getTime());
    const upload = signBuild(build.files, await trustedKey(home, name), { version, commit: null });
    const id = upload.release.release;
    await putRelease(store, id, upload);
    lastBuilt = built.version;
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
        registry: withStableAndHistory(known, name, id, { previous, now: at }),
        entry: auditLine(BY, { what: 'develop', remote: name, release: id, version, before }, at),
      };
    });
    return `${name}: ${version} is live`;
  };

  return {
    publish: (folder) => goLive(folder).catch((error: unknown) => `${name}: not live: ${sentenceOf(error)}`),
    restore: async () => {
      if (ours.size === 0) return undefined;
      const at = new Date(now());
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
      return stableOf(changed, name)?.row.version;
    },
  };
};
