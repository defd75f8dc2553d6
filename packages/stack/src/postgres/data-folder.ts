import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { canEnter, type RunAs } from './system-user.ts';

const ELSEWHERE = '/var/lib/course-stack';

const isDanglingLink = (file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(file);

/** A folder outside of the checkout, with a link in its place, for a user who may not enter the checkout. */
const linkElsewhere = (place: string): string => {
  mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(path.join(ELSEWHERE, 'postgres-'));
  symlinkSync(folder, place);
  return folder;
};

const own = (folder: string, user: RunAs): string => {
  chmodSync(folder, 0o700);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
};

/** The folder of the database files: `place` itself, or a link's target where `user` cannot reach `place`. */
export const dataFolder = (place: string, user: RunAs): string => {
  if (isDanglingLink(place)) unlinkSync(place);
  if (existsSync(place)) return own(realpathSync(place), user);
  const parent = path.dirname(place);
  mkdirSync(parent, { recursive: true });
  if (!canEnter(user, parent)) return own(linkElsewhere(place), user);
  mkdirSync(place);
  return own(place, user);
};
