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

const LASTING = '/var/lib/course-stack';
const PREFIX = 'course-postgres-';

const isTemporary = (place: string): boolean =>
  realpathSync(path.dirname(place)).startsWith(realpathSync(tmpdir()) + path.sep);

/** Temporary data folders vanish without a word to us; what they had elsewhere is temporary too. */
const removeAbandoned = (parent: string): void => {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    try {
      const owner = path.dirname(readlinkSync(path.join(parent, name, 'place')));
      if (!existsSync(owner)) rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // Another user's, or just being made.
    }
  }
};

/** A new folder outside of the data folder, for a user who may not enter the latter. Beside a temporary one it is temporary too. */
export const makeOutsideFolder = (place: string, user: RunAs): string => {
  const parent = isTemporary(place) && canEnter(user, tmpdir()) ? tmpdir() : LASTING;
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  if (parent !== LASTING) removeAbandoned(parent);
  const home = mkdtempSync(path.join(parent, PREFIX));
  chmodSync(home, 0o711);
  symlinkSync(place, path.join(home, 'place'));
  return home;
};

/** Deletes a folder that `makeOutsideFolder` made, given the folder inside of it. Others are left alone. */
export const removeHomeOf = (folder: string): void => {
  const home = path.dirname(folder);
  if (path.basename(home).startsWith(PREFIX)) rmSync(home, { recursive: true, force: true });
};
