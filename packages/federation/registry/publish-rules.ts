import type { RemoteDescriptor } from '../contract/descriptor.ts';
import type { Registry, Release } from '../contract/release.ts';
import { SUPPORTED_CONTRACTS } from '../contract/remote.ts';
import type { DeclaringRemote } from '../compat/needs.ts';
import type { ReleaseStore } from '../store/store.ts';
import { Failure } from '../base/failure.ts';
import { canaryOf, findRelease, stableOf, type KnownRelease } from './registry.ts';
import { descriptorIn } from './release.ts';
import { readerOf } from './stored-release.ts';

/** What a store refuses whoever uploads it, whatever was checked on the way. */

export const requireContract = ({ name, contract }: Pick<RemoteDescriptor, 'name' | 'contract'>): void => {
  if (!SUPPORTED_CONTRACTS.includes(contract))
    throw new Failure(
      `${name} cannot be published: its contract is ${contract}, the shell supports ${SUPPORTED_CONTRACTS.join(' and ')}.`,
    );
};

/** Reads the description of a release; none when there is no such release. */
export const descriptorOf = async (
  store: ReleaseStore,
  name: string,
  live: KnownRelease | undefined,
): Promise<readonly RemoteDescriptor[]> => {
  const body = live && (await readerOf(store, name, live.row.folder)('remote.json'));
  return body ? [descriptorIn(new Map([['remote.json', body]]))] : [];
};

type Routed = Pick<RemoteDescriptor, 'name' | 'routes'>;

export const pathsOf = ({ routes }: Pick<Routed, 'routes'>): readonly string[] => routes.map(({ path }) => path);

/** Returns the first path of the build that another live remote has, and whose it is. */
export const takenPath = (
  { name, routes }: Routed,
  live: readonly Routed[],
): { readonly path: string; readonly owner: string } | undefined => {
  for (const other of live.filter((one) => one.name !== name)) {
    const path = pathsOf({ routes }).find((one) => pathsOf(other).includes(one));
    if (path !== undefined) return { path, owner: other.name };
  }
  return undefined;
};

/** Throws when a path of the build is another remote's: visitors would get the one or the other by chance. */
export const requireOwnPaths = async (
  store: ReleaseStore,
  current: Registry,
  { name, routes }: Routed,
): Promise<void> => {
  for (const other of Object.keys(current.remotes).filter((one) => one !== name)) {
    for (const live of [stableOf(current, other), canaryOf(current, other)]) {
      const taken = takenPath({ name, routes }, await descriptorOf(store, other, live));
      if (taken) throw new Failure(`${name} cannot be published: ${taken.path} belongs to ${other}.`);
    }
  }
};

/** What the live remotes declare, each with its stable release. */
export const liveDeclarations = async (store: ReleaseStore, current: Registry): Promise<readonly DeclaringRemote[]> => {
  const live = await Promise.all(
    Object.keys(current.remotes).map((name) => descriptorOf(store, name, stableOf(current, name))),
  );
  return live.flat();
};

/** Returns true if this very release was uploaded before. Throws when another one bears its version. */
export const isKnown = (current: Registry, { remote, release: id, version }: Release): boolean => {
  const known = findRelease(current.remotes[remote], version);
  if (known && known.id !== id)
    throw new Failure(
      `${remote} ${version} was published before with other files. Published builds never change: raise the version.`,
    );
  return known !== undefined;
};
