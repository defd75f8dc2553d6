import { problemsOf, readDescriptor } from './check.ts';
import { sentenceOf } from './failure.ts';
import { changeRegistry, entryOf, readRegistry, type RegistryPaths } from './registry.ts';
import { storeBuild, withDescriptor } from './store.ts';

export interface DevPublisher {
  /** Makes a build live under a version of its own. Answers the line to say, if any; a bad or an unchanged build changes nothing. */
  publish(folder: string): Promise<string | undefined>;
  /** Makes live again what was live before the first publish. Answers its version, if there was one. */
  restore(): Promise<string | undefined>;
}

const devVersion = (version: string, at: number): string => `${version}-dev.${at}`;

/** Whether a version was made under development; one that is live was left by a session that was killed. */
export const isDevVersion = (version: string): boolean => /-dev\.\d+$/.test(version);

/** Publishes builds under development: unique versions, no size budget, and no trace in the history to roll back to. */
export const devPublisher = (paths: RegistryPaths, name: string, now: () => number = Date.now): DevPublisher => {
  const former = readRegistry(paths).remotes[name];
  const ours = new Set<string>();
  let lastBuilt = former?.version;

  const goLive = async (folder: string): Promise<string | undefined> => {
    const built = readDescriptor(folder);
    if (built.version === lastBuilt) return undefined;
    const problems = problemsOf(folder, name, built);
    if (problems.length > 0) return `${name}: not live: ${problems.join('; ')}`;
    const descriptor = { ...built, version: devVersion(built.version, now()) };
    await withDescriptor(folder, descriptor, (copy) => storeBuild(paths, name, descriptor.version, copy));
    lastBuilt = built.version;
    ours.add(descriptor.version);
    const entry = { ...entryOf(descriptor), previous: former?.previous ?? [] };
    await changeRegistry(paths, (current) => ({ remotes: { ...current.remotes, [name]: entry } }));
    return `${name}: ${descriptor.version} is live`;
  };

  return {
    publish: (folder) => goLive(folder).catch((error: unknown) => `${name}: not live: ${sentenceOf(error)}`),
    restore: async () => {
      if (ours.size === 0) return undefined;
      const changed = await changeRegistry(paths, (current) => {
        // Somebody else published meanwhile: theirs stays.
        if (!former || !ours.has(current.remotes[name]?.version ?? '')) return current;
        return { remotes: { ...current.remotes, [name]: former } };
      });
      return changed.remotes[name]?.version;
    },
  };
};
