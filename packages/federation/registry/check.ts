import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { z } from 'zod';
import { table } from '../cli/table.ts';
import { remoteDescriptor, type RemoteDescriptor } from '../contract/descriptor.ts';
import { SUPPORTED_CONTRACTS } from '../contract/remote.ts';
import { Failure, sentenceOf } from './failure.ts';
import { readJson } from './files.ts';
import { projectFolder } from './registry.ts';
import { filesIn, integrityOf, neededFiles } from './release.ts';

/** The build's own description. Throws when it is missing or not in the agreed form. */
export const readDescriptor = (folder: string): RemoteDescriptor => {
  const file = path.join(folder, 'remote.json');
  if (!existsSync(file)) throw new Failure(`${folder} holds no remote.json. Build the remote first: npm run build`);
  try {
    return remoteDescriptor.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : sentenceOf(error);
    throw new Failure(`${file} is not a valid description of a remote: ${why}`);
  }
};

/** Hashes in the entry script that no file of the build has: browsers would refuse what it loads by them. */
const strangeHashes = (folder: string): readonly string[] => {
  const entry = path.join(folder, 'remoteEntry.js');
  const named = existsSync(entry) ? (readFileSync(entry, 'utf8').match(/sha384-[A-Za-z0-9+/]{64}/g) ?? []) : [];
  const known = new Set(named.length === 0 ? [] : [...filesIn(folder).values()].map(integrityOf));
  return named.some((hash) => !known.has(hash)) ? ['a file that it loads was changed after the build'] : [];
};

/** What keeps a build from being published, one sentence each. */
export const problemsOf = (folder: string, name: string, descriptor: RemoteDescriptor): readonly string[] => [
  ...(descriptor.name === name ? [] : [`the build is of ${descriptor.name}, not of ${name}`]),
  ...(SUPPORTED_CONTRACTS.includes(descriptor.contract)
    ? []
    : [`its contract is ${descriptor.contract}, the shell supports ${SUPPORTED_CONTRACTS.join(' and ')}`]),
  ...['mf-manifest.json', ...neededFiles(descriptor)]
    .filter((file) => !existsSync(path.join(folder, file)))
    .map((file) => `${file} is missing`),
  ...strangeHashes(folder),
];

interface FileSize {
  readonly file: string;
  /** Bytes after brotli, as they go over the wire. */
  readonly bytes: number;
}

const DEFAULT_BUDGET_KB = 60;

const packageForm = z.object({ remote: z.object({ budgetKb: z.number().positive() }).optional() });

/** Bytes that a remote may send before its first screen runs; declared in its package.json as `remote.budgetKb` (1 KB = 1024 bytes). */
const budgetBytes = (projectFolder: string): number =>
  (readJson(path.join(projectFolder, 'package.json'), packageForm)?.remote?.budgetKb ?? DEFAULT_BUDGET_KB) * 1024;

/** The compressed size of every file that the shell preloads for this remote. Missing files are left out. */
const sizesOf = (folder: string, descriptor: RemoteDescriptor): readonly FileSize[] =>
  neededFiles(descriptor)
    .filter((file) => existsSync(path.join(folder, file)))
    .map((file) => ({ file, bytes: brotliCompressSync(readFileSync(path.join(folder, file))).length }));

export interface Checked {
  readonly descriptor: RemoteDescriptor;
  readonly sizes: readonly FileSize[];
  readonly totalBytes: number;
  readonly budgetBytes: number;
  /** Why it must not be published; empty when it may. */
  readonly problems: readonly string[];
}

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** Judges a build: description, contract, files and size. Throws when it has no readable description. */
export const checkBuild = (folder: string, name: string, budget = budgetBytes(projectFolder(name))): Checked => {
  const descriptor = readDescriptor(folder);
  const sizes = sizesOf(folder, descriptor);
  const totalBytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const tooLarge =
    totalBytes > budget
      ? [`it is ${kb(totalBytes)}, its budget is ${kb(budget)} (remote.budgetKb in its package.json)`]
      : [];
  return {
    descriptor,
    sizes,
    totalBytes,
    budgetBytes: budget,
    problems: [...problemsOf(folder, name, descriptor), ...tooLarge],
  };
};

/** The check's result for a person. */
export const checkTable = ({ descriptor, sizes, totalBytes, budgetBytes: budget }: Checked): string =>
  table(
    [`${descriptor.name} ${descriptor.version}`, 'brotli'],
    [
      ...sizes.map(({ file, bytes }) => [file, kb(bytes)]),
      ['total', kb(totalBytes)],
      ['budget', kb(budget)],
      ['contract', String(descriptor.contract)],
      ['screens', String(descriptor.routes.length)],
    ],
  );

/** Throws one sentence when a build must not be published. */
export const requireSound = (name: string, { problems }: Checked): void => {
  if (problems.length > 0) throw new Failure(`${name} cannot be published: ${problems.join('; ')}.`);
};
