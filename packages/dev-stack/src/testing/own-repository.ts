import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/ops/paths';

/** Copies a remote's own files, without what builds and tests made. */
export const copyRemote = async (name: string, parent: string): Promise<string> => {
  const folder = path.join(parent, name);
  const made = /^(dist|\.prerender|node_modules|\.test-results)$/;
  await cp(path.join(PROJECT_ROOT, name), folder, {
    recursive: true,
    filter: (file) => !made.test(path.basename(file)),
  });
  return folder;
};

/** Unpacks tarballs into `folder/node_modules`; all other packages are found a folder further out, in this checkout's. */
export const unpackInto = async (folder: string, tarballs: readonly string[]): Promise<void> => {
  for (const tarball of tarballs) {
    const name = /course-([a-z]+)-/.exec(path.basename(tarball))![1]!;
    const place = path.join(folder, 'node_modules/@course', name);
    await mkdir(place, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', place]);
  }
  await symlink(path.join(PROJECT_ROOT, 'node_modules'), path.join(folder, '../node_modules'));
};

/**
 * Names that a build derives from where its files lie: of a file (by its content), of a class, a module, a chunk. Packages
 * lie elsewhere in another repository, so these differ; nothing else may.
 */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/sha384-[A-Za-z0-9+/]{64}/g, 'sha384'],
  [/\b[0-9a-f]{10}\b/g, 'hash'],
  [/(?<=[a-z])-[A-Za-z0-9+_-]{4}(?=["'`\\\s{}.,:>)[]|$)/g, '-hash'],
];

const withoutPlaces = (text: string): string =>
  PLACES.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);

/** Words of a script or a style sheet with how often each occurs: modules may stand in another order, and a minifier's names are short. */
const words = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const word of withoutPlaces(text).match(/[A-Za-z][A-Za-z-]{3,}/g) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
};

export interface ComparableBuild {
  /** `remote.json` without version and names of files. */
  readonly description: unknown;
  /** The words of all scripts, and of all style sheets. */
  readonly scripts: ReadonlyMap<string, number>;
  readonly styles: ReadonlyMap<string, number>;
}

/** Returns what of a remote's build must be the same wherever it was built. */
export const comparableBuild = async (folder: string): Promise<ComparableBuild> => {
  const dist = path.join(folder, 'dist');
  const files = (await readdir(dist, { recursive: true })).sort();
  const all = async (ending: string): Promise<ReadonlyMap<string, number>> => {
    const texts = files.filter((file) => file.endsWith(ending)).map((file) => readFile(path.join(dist, file), 'utf8'));
    return words((await Promise.all(texts)).join('\n'));
  };
  const described = JSON.parse(withoutPlaces(await readFile(path.join(dist, 'remote.json'), 'utf8'))) as object;
  return { description: { ...described, version: '' }, scripts: await all('.js'), styles: await all('.css') };
};
