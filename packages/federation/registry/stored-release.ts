import pMap from 'p-map';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import { RELEASE_FILE, type Registry, type Release, type Teams } from '../contract/release.ts';
import { changeObject, readObject, STORE_CONCURRENCY, StoreUnavailable, type ReleaseStore } from '../store/store.ts';
import { Failure, messageOf } from '../base/failure.ts';
import { canaryOf, stableOf, type ListedRelease } from './registry.ts';
import {
  descriptorIn,
  parseRelease,
  ReleaseRefused,
  requireFile,
  requireSigned,
  requireWhole,
  type Files,
} from './release.ts';

/** Returns the folder of a release, which is also its path on the site. */
export const folderKey = (remote: string, folder: string): string => `remotes/${remote}/${folder}/`;

/** Reads a file of a release; resolves to undefined if it does not exist. */
export type ReadFile = (file: string) => Promise<Buffer | undefined>;

export const readerOf =
  (store: ReleaseStore, remote: string, folder: string): ReadFile =>
  async (file) =>
    (await readObject(store, folderKey(remote, folder) + file))?.body;

/**
 * Reads the descriptor of a release; returns none if there is no such release. Rejects with `ReleaseRefused`, whose
 * message names the release, if this program cannot read it.
 */
export const descriptorOf = async (
  store: ReleaseStore,
  name: string,
  live: ListedRelease | undefined,
): Promise<readonly RemoteDescriptor[]> => {
  const body = live && (await readerOf(store, name, live.row.folder)('remote.json'));
  if (!body) return [];
  try {
    return [descriptorIn(new Map([['remote.json', body]]))];
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    throw new ReleaseRefused(error.reason, `${name} ${live.row.version} cannot be read: ${error.message}`);
  }
};

/** Returns what the live remotes declare with their stable releases. */
export const liveDeclarations = async (
  store: ReleaseStore,
  current: Registry,
): Promise<readonly RemoteDescriptor[]> => {
  const live = await Promise.all(
    Object.keys(current.remotes).map((name) => descriptorOf(store, name, stableOf(current, name))),
  );
  return live.flat();
};

/** Returns what the canaries of all other remotes declare. */
export const otherCanaries = async (
  store: ReleaseStore,
  current: Registry,
  remote: string,
): Promise<readonly RemoteDescriptor[]> => {
  const others = Object.keys(current.remotes).filter((name) => name !== remote);
  return (await Promise.all(others.map((name) => descriptorOf(store, name, canaryOf(current, name))))).flat();
};

export interface VerifiedRelease {
  readonly release: Release;
  readonly files: Files;
  readonly descriptor: RemoteDescriptor;
}

/**
 * Reads a release and verifies all of it: signature, id and every file. Rejects with `ReleaseRefused` and the reason
 * if it must not be served, and with the reader's error if that cannot be determined.
 */
export const readVerified = async (
  read: ReadFile,
  { remote, id, teams }: { readonly remote: string; readonly id?: string; readonly teams: Teams },
): Promise<VerifiedRelease> => {
  const described = await read(RELEASE_FILE);
  if (!described) throw new ReleaseRefused('incomplete', `${RELEASE_FILE} is missing.`);
  const release = parseRelease(described);
  requireSigned(release, remote, teams);
  if (id !== undefined && release.release !== id)
    throw new ReleaseRefused('altered', `Another release, ${release.release}, is in the place of ${id}.`);
  const readListed = async (listed: Release['files'][number]): Promise<readonly [string, Buffer]> => {
    const body = await read(listed.file);
    requireFile(listed, body);
    return [listed.file, body!];
  };
  const files = new Map(await pMap(release.files, readListed, { concurrency: STORE_CONCURRENCY }));
  const descriptor = descriptorIn(files);
  requireWhole(release, descriptor);
  return { release, files, descriptor };
};

/**
 * Writes a release to the store. Its `release.json` is written last, so that a partial upload is not a release. An
 * existing one is replaced, because the same files may have been signed for another commit, or with another key.
 */
export const putRelease = async (
  store: ReleaseStore,
  folder: string,
  { release, files }: { readonly release: Release; readonly files: Files },
): Promise<void> => {
  const at = folderKey(release.remote, folder);
  const put = async (key: string, body: Buffer): Promise<void> => {
    if (await store.create(key, body)) return;
    // It is from an interrupted upload, or from a concurrent one of the same release.
    const found = await readObject(store, key);
    if (!found) throw new StoreUnavailable(`${store.place}: ${key} was removed while it was being written.`);
    if (!found.body.equals(body))
      throw new Failure(`${key} in the store has different content. Delete it there and try again.`);
  };
  await pMap(files, ([file, body]) => put(at + file, body), { concurrency: STORE_CONCURRENCY });
  await changeObject(store, at + RELEASE_FILE, () => Buffer.from(`${JSON.stringify(release, null, 1)}\n`));
};

/** Deletes a release, `release.json` first, so that the rest is never mistaken for a complete one. */
export const removeRelease = async (store: ReleaseStore, remote: string, folder: string): Promise<void> => {
  const at = folderKey(remote, folder);
  await store.remove(at + RELEASE_FILE);
  await pMap(await store.list(at), (key) => store.remove(key), { concurrency: STORE_CONCURRENCY });
};

/** Returns why a stored release must not be served, in a sentence; undefined if it may be. */
export const problemOf = async (
  store: ReleaseStore,
  current: Registry,
  { remote, id, teams }: { readonly remote: string; readonly id: string; readonly teams: Teams },
): Promise<string | undefined> => {
  const row = current.remotes[remote]?.releases[id];
  if (!row) return `The registry has no release ${id}.`;
  try {
    await readVerified(readerOf(store, remote, row.folder), { remote, id, teams });
    return undefined;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    return messageOf(error);
  }
};
