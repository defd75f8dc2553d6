import { hash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processIdentity, processPlace } from './identity.mjs';

const POLL_MS = 200;

/**
 * Whether a process elsewhere is still running cannot be determined here: its lock is valid for this long after a
 * renewal, in ms.
 */
const ELSEWHERE_MS = 10_000;
const RENEW_MS = ELSEWHERE_MS / 4;

/**
 * @param {string} file
 * @returns {string | undefined} `undefined` if there is no lock
 */
const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** @param {string} file */
const isFresh = (file) => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < ELSEWHERE_MS;

/** @param {number} pid */
const identityOf = (pid) => processIdentity(pid)?.replaceAll(' ', '_');

/**
 * Returns the pid of the lock's holder: `undefined` if there is none, if its process has ended, or if it is in another
 * container or on another machine and the lock has expired.
 * @param {string} file
 * @returns {number | undefined}
 */
export const lockHolder = (file) => {
  const here = processPlace();
  const [pid, identity, place = here] = read(file)?.split(' ') ?? [];
  if (!pid || !identity) return undefined;
  const isHeld = place === here ? identityOf(Number(pid)) === identity : isFresh(file);
  return isHeld ? Number(pid) : undefined;
};

/**
 * Removes the lock with this text, whose holder is gone. Others may be about to do the same, or have done so and
 * acquired the lock. So removing needs a lock of its own, which is named after the text: no two locks have the same.
 * @param {string} file
 * @param {string} text
 */
const removeStale = (file, text) => {
  const release = tryLock(`${file}.${hash('sha256', text)}`);
  if (release && read(file) === text) rmSync(file, { force: true });
  release?.();
};

/**
 * Renews a lock for other containers and machines. Ends with this process, and does not keep it alive.
 * @param {string} file
 * @param {string} mine
 */
const renew = (file, mine) =>
  setInterval(() => {
    try {
      const now = new Date();
      if (read(file) === mine) utimesSync(file, now, now);
    } catch {
      // The lock was removed meanwhile.
    }
  }, RENEW_MS).unref();

/**
 * Acquires a lock file, if it is free. The lock ends with this process.
 * @param {string} file
 * @returns {(() => void) | undefined} releases the lock; `undefined` if another process holds it
 * @throws if the file cannot be created, for instance where the file system has no hard links
 */
export const tryLock = (file) => {
  mkdirSync(path.dirname(file), { recursive: true });
  const text = read(file);
  if (text !== undefined && lockHolder(file) === undefined) removeStale(file, text);
  // A random name: in another container a process may have this pid.
  const draft = `${file}.${randomUUID()}`;
  const mine = `${process.pid} ${identityOf(process.pid)} ${processPlace()} ${randomUUID()}`;
  writeFileSync(draft, mine);
  try {
    linkSync(draft, file);
    const renewing = renew(file, mine);
    return () => {
      clearInterval(renewing);
      // It may have expired elsewhere, and have another holder by now.
      if (read(file) === mine) rmSync(file, { force: true });
    };
  } catch (error) {
    // Any other error would be taken for a lock that is never released.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return undefined;
  } finally {
    rmSync(draft, { force: true });
  }
};

/**
 * Waits for a lock and acquires it.
 * @param {string} file
 * @param {(holder: number) => void} [onWait] called once when another process holds it
 * @returns {Promise<() => void>} releases the lock
 */
export const takeLock = async (file, onWait = () => undefined) => {
  let notified = false;
  for (;;) {
    const release = tryLock(file);
    if (release) return release;
    const holder = lockHolder(file);
    if (holder !== undefined && !notified) onWait(holder);
    notified ||= holder !== undefined;
    await pause(POLL_MS);
  }
};
