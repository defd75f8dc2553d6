import type { RemoteDescriptor } from '@course/contracts';
import { Failure } from '../failure.ts';
import { table } from '../table.ts';
import { problemsOf, readDescriptor } from './descriptor.ts';
import { budgetBytes, sizesOf, type FileSize } from './size.ts';
import { projectFolder } from './places.ts';

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
  const tooLarge = totalBytes > budget ? [`it is ${kb(totalBytes)}, its budget is ${kb(budget)} (remote.budgetKb in its package.json)`] : [];
  return { descriptor, sizes, totalBytes, budgetBytes: budget, problems: [...problemsOf(folder, name, descriptor), ...tooLarge] };
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
