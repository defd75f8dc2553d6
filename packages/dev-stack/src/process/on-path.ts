import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { searchPath } from '@course/ops/env';

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The first of these programs that PATH has, as an absolute path. */
export const findOnPath = (...names: readonly string[]): string | undefined =>
  names.flatMap((name) => searchPath().map((folder) => path.join(folder, name))).find(isExecutable);
