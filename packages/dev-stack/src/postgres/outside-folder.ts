import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canEnter, type RunAs } from './system-user.ts';

const PERSISTENT_PARENT = '/var/lib/course-stack';
const PREFIX = 'course-postgres-';

const isTemporary = (location: string): boolean =>
  realpathSync(path.dirname(location)).startsWith(realpathSync(tmpdir()) + path.sep);

/** Removes outside folders whose temporary data folder no longer exists. */
const removeAbandoned = (parent: string): void => {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    try {
      const dataDir = path.dirname(readlinkSync(path.join(parent, name, 'place')));
      if (!existsSync(dataDir)) rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // Another user's, or being created right now.
    }
  }
};

/**
 * Creates a folder outside the data folder, for a user who may not enter that. It is temporary if the data folder is.
 */
export const makeOutsideFolder = (location: string, user: RunAs): string => {
  const parent = isTemporary(location) && canEnter(user, tmpdir()) ? tmpdir() : PERSISTENT_PARENT;
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  if (parent !== PERSISTENT_PARENT) removeAbandoned(parent);
  const home = mkdtempSync(path.join(parent, PREFIX));
  chmodSync(home, 0o711);
  symlinkSync(location, path.join(home, 'place'));
  return home;
};

/** Deletes the folder that `makeOutsideFolder` created around `folder`, and nothing if it did not. */
export const removeOutsideFolder = (folder: string): void => {
  const home = path.dirname(folder);
  if (path.basename(home).startsWith(PREFIX)) rmSync(home, { recursive: true, force: true });
};
