import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

const hashOf = (files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(existsSync(file) ? readFileSync(file) : 'missing');
  return hash.digest('hex');
};

/** Tells whether any of these files has another content than at the last call (or at the beginning). */
export const changeDetector = (files: readonly string[]): (() => boolean) => {
  let last = hashOf(files);
  return () => {
    const now = hashOf(files);
    const changed = now !== last;
    last = now;
    return changed;
  };
};
