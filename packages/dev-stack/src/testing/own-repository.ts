import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/federation/paths';

/** Copies a remote's files without what builds and tests generated. */
export const copyRemote = async (name: string, parent: string): Promise<string> => {
  const folder = path.join(parent, name);
  const generated = /^(dist|\.prerender|node_modules|\.test-results)$/;
  await cp(path.join(PROJECT_ROOT, name), folder, {
    recursive: true,
    filter: (file) => !generated.test(path.basename(file)),
  });
  return folder;
};

/**
 * Unpacks tarballs into `folder/node_modules`, and links this checkout's `node_modules` one level up for all other
 * packages.
 */
export const unpackInto = async (folder: string, tarballs: readonly string[]): Promise<void> => {
  for (const tarball of tarballs) {
    const name = /course-([a-z]+)-/.exec(path.basename(tarball))![1]!;
    const target = path.join(folder, 'node_modules/@course', name);
    await mkdir(target, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
  }
  await symlink(path.join(PROJECT_ROOT, 'node_modules'), path.join(folder, '../node_modules'));
};

/**
 * Names that depend on the paths of the built files: of files (by content), classes, modules and chunks. Packages have
 * other paths in another repository, so these names differ; nothing else may.
 */
const PATH_DEPENDENT: readonly (readonly [RegExp, string])[] = [
  [/sha384-[A-Za-z0-9+/]{64}/g, 'sha384'],
  [/\b[0-9a-f]{10}\b/g, 'hash'],
  [/(?<=[a-z])-[A-Za-z0-9+_-]{4}(?=["'`\\\s{}.,:>)[]|$)/g, '-hash'],
];

const normalised = (text: string): string =>
  PATH_DEPENDENT.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);

/**
 * Counts the words of a script or a style sheet: modules may be in another order, and short words are a minifier's
 * names.
 */
const words = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const word of normalised(text).match(/[A-Za-z][A-Za-z-]{3,}/g) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
};

export interface ComparableBuild {
  /** `remote.json` without version and file names. */
  readonly description: unknown;
  /** The words of all scripts, and of all style sheets. */
  readonly scripts: ReadonlyMap<string, number>;
  readonly styles: ReadonlyMap<string, number>;
}

/** Returns the parts of a remote's build that must not depend on where it was built. */
export const comparableBuild = async (folder: string): Promise<ComparableBuild> => {
  const dist = path.join(folder, 'dist');
  const files = (await readdir(dist, { recursive: true })).sort();
  const all = async (ending: string): Promise<ReadonlyMap<string, number>> => {
    const texts = files.filter((file) => file.endsWith(ending)).map((file) => readFile(path.join(dist, file), 'utf8'));
    return words((await Promise.all(texts)).join('\n'));
  };
  const described = JSON.parse(normalised(await readFile(path.join(dist, 'remote.json'), 'utf8'))) as object;
  return { description: { ...described, version: '' }, scripts: await all('.js'), styles: await all('.css') };
};
