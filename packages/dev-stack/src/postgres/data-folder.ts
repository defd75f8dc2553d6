import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { makeOutsideFolder, removeOutsideFolder } from './outside-folder.ts';
import { canEnter, type RunAs } from './system-user.ts';

const giveTo = (folder: string, user: RunAs): string => {
  chmodSync(folder, 0o700);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
};

/** Fills a draft next to the final folder, so that an interrupted start leaves no half-made database behind. */
const create = async (folder: string, user: RunAs, fill: (draft: string) => Promise<void>): Promise<void> => {
  const draft = `${folder}-draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  await fill(giveTo(draft, user));
  renameSync(draft, folder);
};

/**
 * Returns the folder of the database files: `location`, or the target of a link there if `user` cannot reach
 * `location`. A missing folder is created and filled by `fill`.
 */
export const dataFolder = async (
  location: string,
  user: RunAs,
  fill: (draft: string) => Promise<void>,
): Promise<string> => {
  if (existsSync(location)) return giveTo(realpathSync(location), user);
  rmSync(location, { force: true });
  const parent = path.dirname(location);
  mkdirSync(parent, { recursive: true });
  if (canEnter(user, parent)) {
    await create(location, user, fill);
    return location;
  }
  const folder = path.join(makeOutsideFolder(location, user), 'data');
  await create(folder, user, fill);
  symlinkSync(folder, location);
  return folder;
};

/** Deletes the database files, also where `location` is a link to them. */
export const removeData = (location: string): void => {
  if (existsSync(location)) removeOutsideFolder(realpathSync(location));
  rmSync(location, { recursive: true, force: true });
};
