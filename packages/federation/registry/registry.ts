import path from 'node:path';
import { registry, type Registry, type RegistryEntry, type RemoteDescriptor } from '../contract/descriptor.ts';
import { Failure } from './failure.ts';
import { readJson, writeAtomically } from './files.ts';
import { takeLock } from './lock.mjs';

/** The project's root folder, in which each team has its remote's sources. */
export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../..');

export const projectFolder = (name: string): string => path.join(PROJECT_ROOT, name);

/** Where a data folder keeps published builds, and which of them are live. */
export interface RegistryPaths {
  readonly registryFile: string;
  readonly remotesDir: string;
}

export const registryPaths = (dataDir: string): RegistryPaths => ({
  registryFile: path.join(dataDir, 'registry.json'),
  remotesDir: path.join(dataDir, 'remotes'),
});

/** The folder of one published build. */
export const buildFolder = ({ remotesDir }: RegistryPaths, name: string, version: string): string =>
  path.join(remotesDir, name, version);

export type LiveRemote = Registry['remotes'][string];

/** The registry as it is now; empty when nothing was published yet. */
export const readRegistry = ({ registryFile }: RegistryPaths): Registry =>
  readJson(registryFile, registry) ?? { remotes: {} };

/** Changes the registry as a whole. Two publishers at once take turns. */
export const changeRegistry = async (
  paths: RegistryPaths,
  change: (current: Registry) => Registry,
): Promise<Registry> => {
  const release = await takeLock(`${paths.registryFile}.lock`);
  try {
    const changed = registry.parse(change(readRegistry(paths)));
    writeAtomically(paths.registryFile, `${JSON.stringify(changed, null, 2)}\n`);
    return changed;
  } finally {
    release();
  }
};

/** As many earlier versions as the registry's form allows. */
const KEPT = 50;

export const entryOf = ({
  name,
  version,
  contract,
}: Pick<RemoteDescriptor, 'name' | 'version' | 'contract'>): RegistryEntry => ({
  entry: `/remotes/${name}/${version}/remoteEntry.js`,
  version,
  contract,
});

const bare = ({ entry, version, contract }: LiveRemote): RegistryEntry => ({ entry, version, contract });

/** Makes a build live; the one before it becomes the first to roll back to. The live build again changes nothing. */
export const withLiveVersion = (current: Registry, name: string, entry: RegistryEntry): Registry => {
  const live = current.remotes[name];
  if (live?.version === entry.version) return current;
  const earlier = live ? [bare(live), ...live.previous] : [];
  const previous = earlier.filter(({ version }) => version !== entry.version).slice(0, KEPT);
  return { remotes: { ...current.remotes, [name]: { ...entry, previous } } };
};

/** Goes back to the version before the live one; that one is dropped from the history, so that a second call goes further back. */
export const withPreviousVersion = (current: Registry, name: string): Registry => {
  const [target, ...previous] = current.remotes[name]?.previous ?? [];
  if (!target)
    throw new Failure(`${name} has no earlier version to roll back to. Type: npm run remote -- list ${name}`);
  return { remotes: { ...current.remotes, [name]: { ...target, previous } } };
};
