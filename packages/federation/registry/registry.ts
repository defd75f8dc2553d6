import type { Registry, RegistryEntry, RemoteDescriptor } from '@course/contracts';
import { Failure } from '../failure.ts';

/** As many earlier versions as the registry's form allows. */
const KEPT = 50;

type Live = Registry['remotes'][string];

export const entryOf = ({ name, version, contract }: Pick<RemoteDescriptor, 'name' | 'version' | 'contract'>): RegistryEntry => ({
  entry: `/remotes/${name}/${version}/remoteEntry.js`,
  version,
  contract,
});

const bare = ({ entry, version, contract }: Live): RegistryEntry => ({ entry, version, contract });

/** Makes a build live; the one before it becomes the first to roll back to. The live build again changes nothing. */
export const point = (current: Registry, name: string, entry: RegistryEntry): Registry => {
  const live = current.remotes[name];
  if (live?.version === entry.version) return current;
  const earlier = live ? [bare(live), ...live.previous] : [];
  const previous = earlier.filter(({ version }) => version !== entry.version).slice(0, KEPT);
  return { remotes: { ...current.remotes, [name]: { ...entry, previous } } };
};

/** Goes back to the version before the live one; that one is dropped from the history, so that a second call goes further back. */
export const pointBack = (current: Registry, name: string): Registry => {
  const [target, ...previous] = current.remotes[name]?.previous ?? [];
  if (!target) throw new Failure(`${name} has no earlier version to roll back to. Type: npm run remote -- list ${name}`);
  return { remotes: { ...current.remotes, [name]: { ...target, previous } } };
};
