import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processIdentity } from './identity.mjs';

const POLL_MS = 200;

/** @param {string} file */
const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/**
 * Who holds the lock: `undefined` when nobody does, or when its process has ended.
 * @param {string} file
 * @returns {number | undefined}
 */
export const lockHolder = (file) => {
  const [pid, identity] = read(file).split(' ');
  return pid && identity && processIdentity(Number(pid))?.replaceAll(' ', '_') === identity ? Number(pid) : undefined;
};

/**
 * Moves a dead process's lock aside. Two may try at once, so a lock that meanwhile became a living one is put back.
 * @param {string} file
 */
const removeStale = (file) => {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (lockHolder(aside) !== undefined) renameSync(aside, file);
  rmSync(aside, { force: true });
};

/**
 * Takes a lock that lies in a file, if it is free. The lock ends with this process.
 * @param {string} file
 * @returns {(() => void) | undefined} gives it back; `undefined` when another process holds it
 */
export const tryLock = (file) => {
  mkdirSync(path.dirname(file), { recursive: true });
  if (lockHolder(file) === undefined) removeStale(file);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${process.pid} ${processIdentity(process.pid)?.replaceAll(' ', '_')}`);
  try {
    linkSync(draft, file);
    return () => rmSync(file, { force: true });
  } catch {
    return undefined;
  } finally {
    rmSync(draft, { force: true });
  }
};

/**
 * Waits for a lock and takes it.
 * @param {string} file
 * @param {(holder: number) => void} [onWait] called once when another process holds it
 * @returns {Promise<() => void>} gives it back
 */
export const takeLock = async (file, onWait = () => undefined) => {
  let told = false;
  for (;;) {
    const release = tryLock(file);
    if (release) return release;
    const holder = lockHolder(file);
    if (holder !== undefined && !told) onWait(holder);
    told ||= holder !== undefined;
    await pause(POLL_MS);
  }
};
