import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { makeOutsideFolder, removeHomeOf } from './outside-folder.ts';
import { canEnter, type RunAs } from './system-user.ts';

const own = (folder: string, user: RunAs): string => {
  chmodSync(folder, 0o700);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
};

/** Fills a draft beside the final folder, so that an interrupted start never leaves a half-made database behind. */
const create = async (folder: string, user: RunAs, fill: (draft: string) => Promise<void>): Promise<void> => {
  const draft = `${folder}-draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  await fill(own(draft, user));
  renameSync(draft, folder);
};

/**
 * The folder of the database files: `place` itself, or a link's target where `user` cannot reach `place`.
 * When it is missing it is made by `fill`.
 */
export const dataFolder = async (
  place: string,
  user: RunAs,
  fill: (draft: string) => Promise<void>,
): Promise<string> => {
  if (existsSync(place)) return own(realpathSync(place), user);
  rmSync(place, { force: true });
  const parent = path.dirname(place);
  mkdirSync(parent, { recursive: true });
  if (canEnter(user, parent)) {
    await create(place, user, fill);
    return place;
  }
  const folder = path.join(makeOutsideFolder(place, user), 'data');
  await create(folder, user, fill);
  symlinkSync(folder, place);
  return folder;
};

/** Deletes database files wherever they lie. */
export const removeData = (place: string): void => {
  if (existsSync(place)) removeHomeOf(realpathSync(place));
  rmSync(place, { recursive: true, force: true });
};
