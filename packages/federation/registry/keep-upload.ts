import type { DeclaringRemote } from '../compat/needs.ts';
import type { Registry, Release, ReleaseRow } from '../contract/release.ts';
import type { ReleaseStore } from '../store/store.ts';
import { readTeams } from './keys.ts';
import { isKnown, requireContract, requireOwnPaths } from './publish-rules.ts';
import { readRegistry, rowOf, withRelease } from './registry.ts';
import { requireSigned, verifyFiles, type Files } from './release.ts';
import { putRelease } from './stored-release.ts';

/** A build on its way into the store. */
export interface Upload {
  readonly release: Release;
  readonly files: Files;
}

/** Throws when what a release needs is not there; resolves to what its team should know. */
export type CheckNeeds = (current: Registry, release: DeclaringRemote) => Promise<readonly string[]>;

interface KeptUpload {
  /** Makes it known. */
  readonly row: ReleaseRow;
  readonly isKnown: boolean;
  readonly warnings: readonly string[];
}

/** Verifies an upload and keeps its files; nothing points to them yet. */
export const keepUpload = async (
  store: ReleaseStore,
  { release, files }: Upload,
  { at, checkNeeds }: { readonly at: Date; readonly checkNeeds: CheckNeeds },
): Promise<KeptUpload> => {
  const { remote, release: id, commit } = release;
  requireSigned(release, remote, await readTeams(store));
  const descriptor = verifyFiles(release, files);
  requireContract(descriptor);
  const current = await readRegistry(store);
  const row = current.remotes[remote]?.releases[id];
  if (isKnown(current, release) && row) return { row, isKnown: true, warnings: [] };
  await requireOwnPaths(store, current, descriptor);
  const warnings = await checkNeeds(current, descriptor);
  await putRelease(store, id, { release, files });
  return { row: rowOf(descriptor, { folder: id, commit, at: at.toISOString() }), isKnown: false, warnings };
};

/** Adds a release that was just uploaded, unless somebody else did so meanwhile. */
export const withUpload = (current: Registry, release: Release, row: ReleaseRow): Registry =>
  isKnown(current, release) ? current : withRelease(current, release.remote, release.release, row);
