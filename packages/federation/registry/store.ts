import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Registry, RemoteDescriptor } from '../contract/descriptor.ts';
import { Failure } from './failure.ts';
import { buildFolder, type RegistryPaths } from './registry.ts';

/** A visitor in the middle of the quiz may still ask for a chunk of a build that is no longer live. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const fingerprint = (folder: string): string => {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(folder, file)).isFile(),
  );
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(path.join(folder, file)));
  return hash.digest('hex');
};

const isSameBuild = (one: string, other: string): boolean => fingerprint(one) === fingerprint(other);

/** Copies a build to its place for good. The same build again is fine; another one under the same version is refused. */
export const storeBuild = (paths: RegistryPaths, name: string, version: string, from: string): void => {
  const target = buildFolder(paths, name, version);
  if (existsSync(target)) {
    if (isSameBuild(from, target)) return;
    throw new Failure(
      `${name} ${version} was published before with other files. Published builds never change: raise the version.`,
    );
  }
  mkdirSync(path.dirname(target), { recursive: true });
  const draft = `${target}.${process.pid}.draft`;
  try {
    cpSync(from, draft, { recursive: true });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

/** Marks the time at which a build stopped being live. */
export const markRetired = (paths: RegistryPaths, name: string, version: string, now: Date): void => {
  const folder = buildFolder(paths, name, version);
  if (existsSync(folder)) utimesSync(folder, now, now);
};

const referenced = (registry: Registry, name: string): ReadonlySet<string> => {
  const live = registry.remotes[name];
  return new Set(live ? [live.version, ...live.previous.map(({ version }) => version)] : []);
};

/** Deletes builds of one remote that nothing points to and that stopped being live more than 30 days ago. Answers their versions. */
export const pruneBuilds = (paths: RegistryPaths, registry: Registry, name: string, now: Date): readonly string[] => {
  const folder = path.join(paths.remotesDir, name);
  if (!existsSync(folder)) return [];
  const isOld = (version: string): boolean => now.getTime() - statSync(path.join(folder, version)).mtimeMs > KEPT_MS;
  const inUse = referenced(registry, name);
  const old = readdirSync(folder).filter((version) => !inUse.has(version) && isOld(version));
  for (const version of old) rmSync(path.join(folder, version), { recursive: true, force: true });
  return old;
};

/** Lends `use` a copy of a build that carries another description, say another version. */
export const withDescriptor = async <T>(
  folder: string,
  descriptor: RemoteDescriptor,
  use: (copy: string) => Promise<T> | T,
): Promise<T> => {
  const copy = mkdtempSync(path.join(tmpdir(), 'course-build-'));
  try {
    cpSync(folder, copy, { recursive: true });
    writeFileSync(path.join(copy, 'remote.json'), JSON.stringify(descriptor));
    // Compressed copies of the former description would contradict the new one.
    for (const ending of ['.br', '.gz']) rmSync(path.join(copy, `remote.json${ending}`), { force: true });
    return await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};
