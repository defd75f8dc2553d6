import { existsSync } from 'node:fs';
import { remoteName, remoteVersion } from '../contract/descriptor.ts';
import { checkBuild, readDescriptor, requireSound, type Checked } from './check.ts';
import { Failure } from './failure.ts';
import {
  buildFolder,
  changeRegistry,
  entryOf,
  withLiveVersion,
  withPreviousVersion,
  readRegistry,
  type LiveRemote,
  type RegistryPaths,
} from './registry.ts';
import { markRetired, pruneBuilds, storeBuild, withDescriptor } from './store.ts';

/** A remote's name as typed by a person. */
export const requireName = (name: string | undefined): string => {
  const parsed = remoteName.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new Failure('Name a remote, such as mf-quiz.');
};

const requireVersion = (version: string): string => {
  const parsed = remoteVersion.safeParse(version);
  if (parsed.success) return parsed.data;
  throw new Failure(`${version} is no version. Use letters, digits and .+_- only, such as 1.4.0`);
};

const changeLiveVersion = async (
  paths: RegistryPaths,
  name: string,
  change: Parameters<typeof changeRegistry>[1],
  now: Date,
): Promise<LiveRemote> => {
  const before = readRegistry(paths).remotes[name];
  const changed = await changeRegistry(paths, change);
  const live = changed.remotes[name];
  if (!live) throw new Failure(`${name} is not in the registry.`);
  if (before && before.version !== live.version) markRetired(paths, name, before.version, now);
  pruneBuilds(paths, changed, name, now);
  return live;
};

/** Checks a build, copies it to its place and makes it live. Nothing else is built or restarted. */
export const publish = async (
  paths: RegistryPaths,
  name: string,
  folder: string,
  now = new Date(),
): Promise<Checked> => {
  const checked = checkBuild(folder, name);
  requireSound(name, checked);
  const { descriptor } = checked;
  storeBuild(paths, name, descriptor.version, folder);
  await changeLiveVersion(paths, name, (current) => withLiveVersion(current, name, entryOf(descriptor)), now);
  return checked;
};

/** Like `publish`, under a version that the operator chose. A version that was published before becomes live again. */
export const publishAs = async (paths: RegistryPaths, name: string, version: string, folder: string): Promise<void> => {
  if (existsSync(buildFolder(paths, name, requireVersion(version)))) return void (await rollback(paths, name, version));
  const descriptor = { ...readDescriptor(folder), version };
  await withDescriptor(folder, descriptor, (copy) => publish(paths, name, copy));
};

/** Makes the version before the live one live again, or the named one. Answers what is live then. */
export const rollback = async (
  paths: RegistryPaths,
  name: string,
  version?: string,
  now = new Date(),
): Promise<LiveRemote> => {
  if (version === undefined)
    return changeLiveVersion(paths, name, (current) => withPreviousVersion(current, name), now);
  const folder = buildFolder(paths, name, requireVersion(version));
  if (!existsSync(folder))
    throw new Failure(`${name} ${version} was never published here. Type: npm run remote -- list ${name}`);
  return changeLiveVersion(
    paths,
    name,
    (current) => withLiveVersion(current, name, entryOf(readDescriptor(folder))),
    now,
  );
};
