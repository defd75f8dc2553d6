import { createHash, type Hash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Names of folders that builds neither read nor write. */
const UNRELATED: ReadonlySet<string> = new Set(['node_modules', '.git', '.nx', '.data', '.test-results', 'coverage']);

/** Names of folders that builds write: `outputs` in nx.json. */
const OUTPUTS: ReadonlySet<string> = new Set(['dist', 'generated', '.prerender']);

/**
 * Hashes of paths, sizes and modification times, of everything that a build may read and everything that builds wrote.
 */
export interface CheckoutState {
  readonly sources: string;
  readonly outputs: string;
}

interface Hashes {
  readonly sources: Hash;
  readonly outputs: Hash;
}

const addFolder = (folder: string, hashes: Hashes, isOutput: boolean): void => {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!UNRELATED.has(entry.name)) addFolder(name, hashes, isOutput || OUTPUTS.has(entry.name));
    } else {
      const found = statSync(name, { throwIfNoEntry: false });
      hashes[isOutput ? 'outputs' : 'sources'].update(`${name}\0${found?.size}\0${found?.mtimeMs}\n`);
    }
  }
};

/** Reads the state of a checkout: a few thousand files in less than 0.1 s. */
export const checkoutState = (root: string): CheckoutState => {
  const hashes: Hashes = { sources: createHash('sha256'), outputs: createHash('sha256') };
  addFolder(root, hashes, false);
  return { sources: hashes.sources.digest('hex'), outputs: hashes.outputs.digest('hex') };
};
