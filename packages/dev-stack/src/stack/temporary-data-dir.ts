import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates a data folder that its caller deletes, and returns its path. */
export const temporaryDataDir = (prefix: string, parent = tmpdir()): string => {
  const folder = realpathSync(mkdtempSync(path.join(parent, prefix)));
  // PostgreSQL's system user must be able to traverse it; the data folders inside are closed.
  chmodSync(folder, 0o711);
  return folder;
};
