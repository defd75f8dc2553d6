import path from 'node:path';
import { z } from 'zod';
import { readJson } from './files.ts';

/** The root folder of this checkout. */
export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../..');

const packageName = z.object({ name: z.string().optional() });

/** Returns the folder of a remote's sources: the current one, one inside it, or the one in this checkout. */
export const projectFolder = (name: string, here = process.cwd()): string => {
  const isOf = (folder: string): boolean => readJson(path.join(folder, 'package.json'), packageName)?.name === name;
  return [here, path.join(here, name)].find(isOf) ?? path.join(PROJECT_ROOT, name);
};
