import path from 'node:path';
import { isExecutable } from '@course/federation/files';
import { searchPath } from '@course/ops/env';

/** The first of these programs that PATH has, as an absolute path. */
export const findOnPath = (...names: readonly string[]): string | undefined =>
  names.flatMap((name) => searchPath().map((folder) => path.join(folder, name))).find(isExecutable);
