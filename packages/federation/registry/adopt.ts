import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { remoteName, remoteVersion } from '../contract/descriptor.ts';
import { firstRegistry, type RemoteState, type FirstRegistry } from '../contract/release.ts';
import { Failure, sentenceOf } from '../base/failure.ts';
import { readJson } from '../base/files.ts';
import { auditLine } from './audit.ts';
import { trustedKey, type LocalReleases } from './local-releases.ts';
import { withStableAndHistory } from './channels.ts';
import { changeRegistry, rowOf, withRelease } from './registry.ts';
import { filesIn, signRelease, verifyFiles } from './release.ts';
import { putRelease } from './stored-release.ts';
import { StoreUnavailable } from '../store/store.ts';

type EarlierRemote = FirstRegistry['remotes'][string];

interface Adopted {
  readonly version: string;
  readonly id: string;
  readonly row: RemoteState['releases'][string];
}

const folders = (parent: string): readonly string[] =>
  existsSync(parent)
    ? readdirSync(parent, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : [];

/** Signs the builds of one remote and copies them into the store. They keep their addresses, which open pages use. */
const adoptBuilds = async (
  local: LocalReleases,
  name: string,
  say: (line: string) => void,
): Promise<readonly Adopted[]> => {
  const adopted: Adopted[] = [];
  const parent = path.join(local.earlier.remotesDir, name);
  const key = await trustedKey(local, name);
  for (const version of folders(parent).filter((name) => remoteVersion.safeParse(name).success)) {
    try {
      const folder = path.join(parent, version);
      const files = filesIn(folder);
      const release = signRelease(files, key);
      const descriptor = verifyFiles(release, files);
      await putRelease(local.store, version, { release, files });
      const at = statSync(folder).mtime.toISOString();
      const row = rowOf(descriptor, { folder: version, commit: null, at });
      adopted.push({ version, id: release.release, row });
    } catch (error) {
      // Only a fault of the build itself is a reason to go on without it.
      if (error instanceof StoreUnavailable || !(error instanceof Failure)) throw error;
      say(`${name} ${version} was not adopted: ${sentenceOf(error)}`);
    }
  }
  return adopted;
};

/** Points to what was live, with its history. */
const adoptPointers = async (
  { store }: LocalReleases,
  name: string,
  { adopted, earlier, now }: { adopted: readonly Adopted[]; earlier: EarlierRemote; now: Date },
): Promise<void> => {
  const idOf = (version: string): string[] => adopted.flatMap((build) => (build.version === version ? [build.id] : []));
  const [stable] = idOf(earlier.version);
  if (!stable) return;
  const previous = earlier.previous.flatMap(({ version }) => idOf(version));
  await changeRegistry(store, (current) => {
    const known = adopted.reduce((next, { id, row }) => withRelease(next, name, id, row), current);
    const by = { who: 'start', why: 'builds from before releases were signed' };
    const change = { what: 'adopt', remote: name, release: stable, version: earlier.version, before: null } as const;
    return {
      registry: withStableAndHistory(known, name, stable, { previous, now }),
      entry: auditLine(by, change, now),
    };
  });
};

/**
 * Adopts the registry and the builds of an installation from before releases were signed, or of its backup, and deletes
 * the originals; the builds only if every remote's live one was adopted. Returns the lines to print.
 */
export const adoptEarlier = async (local: LocalReleases, now = new Date()): Promise<readonly string[]> => {
  const { registryFile, remotesDir } = local.earlier;
  const earlier = readJson(registryFile, firstRegistry);
  if (!earlier) return [];
  const lines: string[] = [];
  let isWhole = true;
  for (const [name, remote] of Object.entries(earlier.remotes)) {
    if (!remoteName.safeParse(name).success) continue;
    const adopted = await adoptBuilds(local, name, (line) => lines.push(line));
    await adoptPointers(local, name, { adopted, earlier: remote, now });
    const isLive = adopted.some(({ version }) => version === remote.version);
    isWhole &&= isLive;
    lines.push(
      isLive
        ? `${name}: ${adopted.length} ${adopted.length === 1 ? 'earlier build is' : 'earlier builds are'} now signed, ${remote.version} is live`
        : `${name}: ${remote.version} (${remote.entry}) could not be adopted. Publish it again. The earlier builds stay in ${remotesDir}.`,
    );
  }
  rmSync(registryFile);
  if (isWhole) rmSync(remotesDir, { recursive: true, force: true });
  return lines;
};
