import type { DeclaringRemote } from '../compat/needs.ts';
import { isScreenPath, SCREEN_PATH_REMEDY } from '../contract/screen-path.ts';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import type { Registry, Release, ReleaseRow } from '../contract/release.ts';
import { SUPPORTED_CONTRACTS } from '../contract/remote.ts';
import type { ReleaseStore } from '../store/store.ts';
import { Failure } from '../base/failure.ts';
import { readTeams } from './keys.ts';
import { findRelease, readRegistry, rowOf, withRelease } from './registry.ts';
import { isDevVersion, requireSigned, verifyFiles, type Files } from './release.ts';
import { liveDeclarations, otherCanaries, putRelease } from './stored-release.ts';

/** The rules for uploads that a store accepts, whatever was checked before. */

/** Throws if the shell cannot run a release. */
export const requireContract = (
  remote: string,
  { version, contract }: Pick<RemoteDescriptor, 'version' | 'contract'>,
): void => {
  if (!SUPPORTED_CONTRACTS.includes(contract))
    throw new Failure(
      `${remote} ${version} cannot go live: its contract is ${contract}, the shell supports ${SUPPORTED_CONTRACTS.join(' and ')}.`,
    );
};

type Routed = Pick<RemoteDescriptor, 'name' | 'routes'>;

export const pathsOf = ({ routes }: Pick<Routed, 'routes'>): readonly string[] => routes.map(({ path }) => path);

/**
 * Returns the first path of the build that another live remote has, with that remote. A path that the build's own
 * remote has live is not taken: a roll-back may have given it to another one as well.
 */
export const takenPath = (
  { name, routes }: Routed,
  live: readonly Routed[],
): { readonly path: string; readonly owner: string } | undefined => {
  const kept = live.filter((remote) => remote.name === name).flatMap(pathsOf);
  const claimed = pathsOf({ routes }).filter((path) => !kept.includes(path));
  for (const other of live.filter((remote) => remote.name !== name)) {
    const path = claimed.find((own) => pathsOf(other).includes(own));
    if (path !== undefined) return { path, owner: other.name };
  }
  return undefined;
};

/** Returns the first path of a build that another remote's live release or canary has, with that remote. */
export const takenIn = async (store: ReleaseStore, current: Registry, build: Routed) =>
  takenPath(build, [...(await liveDeclarations(store, current)), ...(await otherCanaries(store, current, build.name))]);

/** Throws if another remote has one of the build's paths: it would be undefined which one visitors get. */
export const requireOwnPaths = async (store: ReleaseStore, current: Registry, build: Routed): Promise<void> => {
  const taken = await takenIn(store, current, build);
  if (taken) throw new Failure(`${build.name} cannot be published: ${taken.path} belongs to ${taken.owner}.`);
};

/** Throws if one of the build's paths cannot be that of a screen. */
export const requireScreenPaths = ({ name, routes }: Routed): void => {
  const bad = pathsOf({ routes }).find((path) => !isScreenPath(path));
  if (bad !== undefined)
    throw new Failure(`${name} cannot be published: ${bad} cannot be the path of a screen. ${SCREEN_PATH_REMEDY}`);
};

/** Throws if another release has this one's version, or if it looks like a development build's. */
const requireOwnVersion = (current: Registry, { remote, release: id, version }: Release): void => {
  if (isDevVersion(version))
    throw new Failure(`${remote} ${version} has the version of a development build. Publish it under another one.`);
  const known = findRelease(current.remotes[remote], version);
  if (known && known.id !== id)
    throw new Failure(
      `${remote} ${version} was published before with other files. Published builds never change: raise the version.`,
    );
};

/** A signed build to be stored. */
export interface Upload {
  readonly release: Release;
  readonly files: Files;
}

/** Throws if a need of a release is unmet; resolves to warnings for its team. */
export type CheckNeeds = (current: Registry, release: DeclaringRemote) => Promise<readonly string[]>;

interface KeptUpload {
  readonly descriptor: RemoteDescriptor;
  /** The release's row in the registry. */
  readonly row: ReleaseRow;
  readonly isKnown: boolean;
  readonly warnings: readonly string[];
}

interface UploadChecks {
  readonly at: Date;
  readonly checkNeeds: CheckNeeds;
  /** Throws if a channel may not point to the release, whose row this registry has. */
  readonly checkChannel: (current: Registry) => unknown;
}

/**
 * Verifies an upload and stores its files; nothing points to them yet. It is checked against the current registry only,
 * which may change before a channel points to the release.
 */
export const keepUpload = async (
  store: ReleaseStore,
  { release, files }: Upload,
  { at, checkNeeds, checkChannel }: UploadChecks,
): Promise<KeptUpload> => {
  const { remote, release: id, commit } = release;
  requireSigned(release, remote, await readTeams(store));
  const descriptor = verifyFiles(release, files);
  requireContract(remote, descriptor);
  const current = await readRegistry(store);
  const known = current.remotes[remote]?.releases[id];
  const row = known ?? rowOf(descriptor, { folder: id, commit, at: at.toISOString() });
  checkChannel(withUpload(current, release, row));
  if (known) return { descriptor, row, isKnown: true, warnings: [] };
  requireScreenPaths(descriptor);
  await requireOwnPaths(store, current, descriptor);
  const warnings = await checkNeeds(current, descriptor);
  await putRelease(store, id, { release, files });
  return { descriptor, row, isKnown: false, warnings };
};

/** Adds a release that was just uploaded, unless a concurrent upload has added it. */
export const withUpload = (current: Registry, release: Release, row: ReleaseRow): Registry => {
  const { remote, release: id } = release;
  requireOwnVersion(current, release);
  return current.remotes[remote]?.releases[id] ? current : withRelease(current, remote, id, row);
};
