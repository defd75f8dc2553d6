import type { RemoteDescriptor } from '@course/contracts';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { z } from 'zod';
import { readJson } from '@course/ops/files';
import { namedFiles } from './descriptor.ts';

export interface FileSize {
  readonly file: string;
  /** Bytes after brotli, as they go over the wire. */
  readonly bytes: number;
}

const DEFAULT_BUDGET_KB = 60;

const packageForm = z.object({ remote: z.object({ budgetKb: z.number().positive() }).optional() });

/** Bytes that a remote may send before its first screen runs; declared in its package.json as `remote.budgetKb` (1 KB = 1024 bytes). */
export const budgetBytes = (projectFolder: string): number =>
  (readJson(path.join(projectFolder, 'package.json'), packageForm)?.remote?.budgetKb ?? DEFAULT_BUDGET_KB) * 1024;

/** The compressed size of every file that the shell preloads for this remote. Missing files are left out. */
export const sizesOf = (folder: string, descriptor: RemoteDescriptor): readonly FileSize[] =>
  [...new Set(namedFiles(descriptor))]
    .filter((file) => existsSync(path.join(folder, file)))
    .map((file) => ({ file, bytes: brotliCompressSync(readFileSync(path.join(folder, file))).length }));
