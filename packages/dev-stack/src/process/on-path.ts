import path from 'node:path';
import { isExecutable } from '@course/federation/files';
import { searchPath } from '@course/ops/env';

/** Returns the absolute path of the first of these programs that is on the PATH. */
export const findOnPath = (...names: readonly string[]): string | undefined =>
  names.flatMap((name) => searchPath().map((folder) => path.join(folder, name))).find(isExecutable);
