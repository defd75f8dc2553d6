import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { folderStore } from '../store/folder-store.ts';
import type { ReleaseStore } from '../store/store.ts';
import { writeAtomically } from '../base/files.ts';
import { readTeams, teamKey, trustKey, type SigningKey } from './keys.ts';
import { descriptorIn, filesIn, signBuild } from './release.ts';
import type { Upload } from './uploads.ts';
import { makeToken } from './tokens.ts';

/** An installation that has all teams' keys: a local stack, or the job that uploads the first releases. */
export interface LocalReleases {
  readonly store: ReleaseStore;
  /** Folder of the teams' private keys and tokens. */
  readonly keysDir: string;
  /** Where releases from before signatures kept their registry and builds. */
  readonly earlier: { readonly registryFile: string; readonly remotesDir: string };
}

/** Returns the folder of a data folder's store, for code that only reads it. */
export const storeFolder = (dataDir: string): string => path.join(dataDir, 'releases');

export const localReleases = (
  dataDir: string,
  { store = folderStore(storeFolder(dataDir)), keysDir = path.join(dataDir, 'team-keys') }: Partial<LocalReleases> = {},
): LocalReleases => ({
  store,
  keysDir,
  earlier: { registryFile: path.join(dataDir, 'registry.json'), remotesDir: path.join(dataDir, 'remotes') },
});

/** Returns the files and folders of a data folder's releases, which no program can recreate. */
export const keptReleases = (dataDir: string): readonly string[] => {
  const { keysDir, earlier } = localReleases(dataDir);
  return [storeFolder(dataDir), keysDir, earlier.registryFile, earlier.remotesDir];
};

/** Returns the team's key, after adding it to the store's trusted keys. */
export const trustedKey = async ({ store, keysDir }: LocalReleases, remote: string): Promise<SigningKey> => {
  const key = teamKey(keysDir, remote);
  if (!(await readTeams(store)).teams[remote]?.keys[key.id]) await trustKey(store, remote, key);
  return key;
};

/** Returns the local token for a remote, which is kept in this data folder and created when it is first needed. */
export const localToken = async ({ store, keysDir }: LocalReleases, remote: string): Promise<string> => {
  const file = path.join(keysDir, `${remote}.token`);
  if (!existsSync(file)) {
    const { token } = await makeToken(store, { remote, name: 'home', now: new Date() });
    writeAtomically(file, token, 0o600);
  }
  return readFileSync(file, 'utf8').trim();
};

const run = promisify(execFile);

/** Returns the commit of a folder's files; null if they have uncommitted changes or are in no repository. */
export const commitOf = async (folder: string): Promise<string | null> => {
  try {
    const { stdout } = await run('git', ['-C', folder, 'status', '--porcelain=v2', '--branch', '--', '.']);
    const hasChanges = /^[^#]/m.test(stdout);
    return hasChanges ? null : (/^# branch\.oid ([0-9a-f]+)$/m.exec(stdout)?.[1] ?? null);
  } catch {
    return null;
  }
};

/** Signs the build in a folder with its team's key, under another version than its own if one is passed. */
export const signedBuild = async (local: LocalReleases, folder: string, version?: string): Promise<Upload> => {
  const files = filesIn(folder);
  const key = await trustedKey(local, descriptorIn(files).name);
  return signBuild(files, key, { version, commit: await commitOf(path.dirname(folder)) });
};
