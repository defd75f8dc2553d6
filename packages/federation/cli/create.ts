import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteName, type RemoteDescriptor } from '../contract/descriptor.ts';
import { isScreenPath } from '../contract/screen-path.ts';
import { Failure } from '../base/failure.ts';

/** One level up from the sources and from the bundled program, two levels up in the packed package. */
const TEMPLATE = ['../template', '../../template']
  .map((place) => path.join(import.meta.dirname, place))
  .find((place) => existsSync(place));

export interface NewRemote {
  /** Such as `mf-upsell`. */
  readonly name: string;
  /** The folder in which its folder is created. */
  readonly parent: string;
  /** Names of the existing remotes where it will be published. */
  readonly taken: readonly string[];
  /** What is live there. */
  readonly live: readonly RemoteDescriptor[];
}

/** Returns a template's text with the template's name replaced by the remote's: `mf-upsell`, `upsell`, `Upsell`. */
const withName = (text: string, name: string): string => {
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

/** Throws if the new remote could not be published because its screen, entry or step belongs to the site or to another remote. */
const requireOwnScreen = ({ name, live }: NewRemote): void => {
  const word = name.slice('mf-'.length);
  const path = `/${word}`;
  if (!isScreenPath(path)) throw new Failure(`The site itself uses ${path}. Choose another name.`);
  const owner = live.find(
    ({ routes, flow }) =>
      routes.some((route) => route.path === path) ||
      Object.hasOwn(flow?.entries ?? {}, word) ||
      flow?.steps.some(({ key }) => key === word),
  );
  if (owner) throw new Failure(`${owner.name} has the screen, the entry or the step ${word}. Choose another name.`);
};

/**
 * Creates the folder of a new remote with one screen, which can be linted, type-checked, tested, built and published at
 * once. Returns the folder. Rejects with a one-sentence failure if the name is invalid or taken, or its folder exists.
 */
export const createRemote = async (remote: NewRemote): Promise<string> => {
  const { name, parent, taken } = remote;
  if (!remoteName.safeParse(name).success || name.endsWith('-'))
    throw new Failure(`${name} is not a valid remote name. Use mf- followed by lower-case letters: mf-upsell`);
  if (taken.includes(name)) throw new Failure(`Another remote is called ${name} there. Choose another name.`);
  requireOwnScreen(remote);
  const folder = path.join(parent, name);
  if (existsSync(folder)) throw new Failure(`${folder} exists. Choose another name, or delete the folder.`);
  if (!TEMPLATE) throw new Failure('This program has no template. Use the one in the package @course/federation.');
  await cp(TEMPLATE, folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    await writeFile(file, withName(await readFile(file, 'utf8'), name));
    // npm does not pack a file called .gitignore.
    const final = entry.name === 'gitignore' ? '.gitignore' : withName(entry.name, name);
    if (final !== entry.name) await rename(file, path.join(entry.parentPath, final));
  }
  return folder;
};
