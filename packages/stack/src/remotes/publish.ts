import { existsSync } from 'node:fs';
import { remoteName } from '@course/contracts';
import { Failure } from '../failure.ts';
import { checkBuild, requireSound, type Checked } from './check.ts';
import { readDescriptor } from './descriptor.ts';
import { buildFolder, type Places } from './places.ts';
import { entryOf, point, pointBack } from './pointer.ts';
import { changeRegistry, readRegistry, type LiveRemote } from './registry-file.ts';
import { markRetired, pruneBuilds, storeBuild } from './store.ts';

/** A remote's name as typed by a person. */
export const requireName = (name: string | undefined): string => {
  const parsed = remoteName.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new Failure('Name a remote, such as mf-quiz.');
};

const repoint = async (places: Places, name: string, change: Parameters<typeof changeRegistry>[1], now: Date): Promise<LiveRemote> => {
  const before = readRegistry(places).remotes[name];
  const changed = await changeRegistry(places, change);
  const live = changed.remotes[name];
  if (!live) throw new Failure(`${name} is not in the registry.`);
  if (before && before.version !== live.version) markRetired(places, name, before.version, now);
  pruneBuilds(places, changed, name, now);
  return live;
};

/** Checks a build, copies it to its place and makes it live. Nothing else is built or restarted. */
export const publish = async (places: Places, name: string, folder: string, now = new Date()): Promise<Checked> => {
  const checked = checkBuild(folder, name);
  requireSound(name, checked);
  const { descriptor } = checked;
  storeBuild(places, name, descriptor.version, folder);
  await repoint(places, name, (current) => point(current, name, entryOf(descriptor)), now);
  return checked;
};

/** Makes the version before the live one live again, or the named one. Answers what is live then. */
export const rollback = async (places: Places, name: string, version?: string, now = new Date()): Promise<LiveRemote> => {
  if (version === undefined) return repoint(places, name, (current) => pointBack(current, name), now);
  const folder = buildFolder(places, name, version);
  if (!existsSync(folder)) throw new Failure(`${name} ${version} was never published here. Type: npm run remote -- list ${name}`);
  return repoint(places, name, (current) => point(current, name, entryOf(readDescriptor(folder))), now);
};
