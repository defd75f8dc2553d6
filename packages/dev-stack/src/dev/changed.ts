import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

const hashOf = (files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(existsSync(file) ? readFileSync(file) : 'missing');
  return hash.digest('hex');
};

/** Returns a function that returns whether any of these files changed since its last call, or since this one. */
export const changeDetector = (files: readonly string[]): (() => boolean) => {
  let last = hashOf(files);
  return () => {
    const now = hashOf(files);
    const changed = now !== last;
    last = now;
    return changed;
  };
};
