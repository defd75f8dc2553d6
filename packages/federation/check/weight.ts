import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { z } from 'zod';
import { readJson } from '../base/files.ts';
import { neededFiles } from '../registry/release.ts';
import type { Build } from './build.ts';
import type { Refusal } from './refusal.ts';

const DEFAULT_BUDGET_KB = 60;

const packageForm = z.object({ remote: z.object({ budgetKb: z.number().positive() }).optional() });

/**
 * Returns how many bytes a remote may load before its first screen runs: `remote.budgetKb` in its package.json (1 KB =
 * 1024 bytes).
 */
export const budgetBytes = (projectFolder: string): number =>
  (readJson(path.join(projectFolder, 'package.json'), packageForm)?.remote?.budgetKb ?? DEFAULT_BUDGET_KB) * 1024;

export interface FileSize {
  readonly file: string;
  /** Bytes after brotli, as transferred. */
  readonly bytes: number;
}

export interface Weight {
  /** The files that pages of this remote may preload, for all screens together. Missing files are left out. */
  readonly sizes: readonly FileSize[];
  readonly total: number;
  readonly budget: number;
}

export const weightOf = ({ files, descriptor }: Build, budget: number): Weight => {
  const sizes = neededFiles(descriptor).flatMap((file) => {
    const body = files.get(file);
    return body ? [{ file, bytes: brotliCompressSync(body).length }] : [];
  });
  return { sizes, total: sizes.reduce((sum, { bytes }) => sum + bytes, 0), budget };
};

export const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

export const weightRefusals = ({ sizes, total, budget }: Weight): readonly Refusal[] => {
  if (total <= budget) return [];
  const { file } = sizes.reduce((most, size) => (size.bytes > most.bytes ? size : most));
  return [
    {
      where: file,
      reason: `the first load is ${kb(total)}, its budget is ${kb(budget)}, and this file is the heaviest`,
      remedy: 'Load later what the first screen does not need, or raise remote.budgetKb in its package.json.',
    },
  ];
};
