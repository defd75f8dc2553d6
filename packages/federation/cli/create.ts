import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteName } from '../contract/descriptor.ts';
import { Failure } from '../base/failure.ts';

/** Beside the sources and beside the one-file program, and a folder further in the packed package. */
const TEMPLATE = ['../template', '../../template']
  .map((place) => path.join(import.meta.dirname, place))
  .find((place) => existsSync(place));

export interface NewRemote {
  /** Such as `mf-upsell`. */
  readonly name: string;
  /** The folder in which its own is made. */
  readonly parent: string;
  /** Names of the remotes that are known where it will be published. */
  readonly taken: readonly string[];
}

/** Returns a template's text with the remote's name in place of the template's: `mf-upsell`, `upsell`, `Upsell`. */
const named = (text: string, name: string): string => {
  const word = name.slice('mf-'.length);
  const joined = word.replace(/-+(.)?/g, (_dashes, letter: string | undefined) => letter?.toUpperCase() ?? '');
  const pascal = joined[0]!.toUpperCase() + joined.slice(1);
  const title = word[0]!.toUpperCase() + word.slice(1).replaceAll('-', ' ');
  return text
    .replaceAll('{ newcomer:', word.includes('-') ? `{ '${word}':` : `{ ${word}:`)
    .replaceAll("title: 'Newcomer'", `title: '${title.trimEnd()}'`)
    .replaceAll('Newcomer', pascal)
    .replaceAll('newcomer', word);
};

/**
 * Makes the folder of a new remote with one screen, which can be linted, typed, tested, built and published at once.
 * Returns the folder. Rejects with one sentence for a name that is none, is taken, or whose folder exists.
 */
export const createRemote = async ({ name, parent, taken }: NewRemote): Promise<string> => {
  if (!remoteName.safeParse(name).success || name.endsWith('-'))
    throw new Failure(`${name} is no name of a remote. Begin with mf- and go on with small letters: mf-upsell`);
  if (taken.includes(name)) throw new Failure(`Another remote is called ${name} there. Choose another name.`);
  const folder = path.join(parent, name);
  if (existsSync(folder)) throw new Failure(`${folder} exists. Choose another name, or delete the folder.`);
  if (!TEMPLATE) throw new Failure('This program brings no template. Use the one of the package @course/federation.');
  await cp(TEMPLATE, folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    await writeFile(file, named(await readFile(file, 'utf8'), name));
    // npm packs no file called .gitignore.
    const final = entry.name === 'gitignore' ? '.gitignore' : named(entry.name, name);
    if (final !== entry.name) await rename(file, path.join(entry.parentPath, final));
  }
  return folder;
};
