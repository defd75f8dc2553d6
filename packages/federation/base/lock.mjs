import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processIdentity, processPlace } from './identity.mjs';

const POLL_MS = 200;

/** Nobody here can say whether a process elsewhere still runs: its lock counts for so long after it was renewed, in ms. */
const ELSEWHERE_MS = 10_000;
const RENEW_MS = ELSEWHERE_MS / 4;

/** @param {string} file */
const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** @param {string} file */
const isFresh = (file) => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < ELSEWHERE_MS;

/** @param {number} pid */
const identityOf = (pid) => processIdentity(pid)?.replaceAll(' ', '_');

/**
 * Who holds the lock: `undefined` when nobody does, when its process has ended, or when it is of another container or
 * machine and old.
 * @param {string} file
 * @returns {number | undefined}
 */
export const lockHolder = (file) => {
  const here = processPlace();
  const [pid, identity, place = here] = read(file).split(' ');
  if (!pid || !identity) return undefined;
  const isHeld = place === here ? identityOf(Number(pid)) === identity : isFresh(file);
  return isHeld ? Number(pid) : undefined;
};

/**
 * Moves a dead process's lock aside. Two may try at once, so a lock that meanwhile became a living one is put back.
 * @param {string} file
 */
const removeStale = (file) => {
  const aside = `${file}.stale-${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (lockHolder(aside) !== undefined) renameSync(aside, file);
  rmSync(aside, { force: true });
};

/**
 * Keeps a lock fresh for other containers and machines. Ends with this process, which it does not keep alive.
 * @param {string} file
 * @param {string} mine
 */
const renew = (file, mine) =>
  setInterval(() => {
    try {
      const now = new Date();
      if (read(file) === mine) utimesSync(file, now, now);
    } catch {
      // Taken away meanwhile.
    }
  }, RENEW_MS).unref();

/**
 * Takes a lock that lies in a file, if it is free. The lock ends with this process.
 * @param {string} file
 * @returns {(() => void) | undefined} gives it back; `undefined` when another process holds it
 */
export const tryLock = (file) => {
  mkdirSync(path.dirname(file), { recursive: true });
  if (lockHolder(file) === undefined) removeStale(file);
  // A name of its own: in another container a process may have this pid.
  const draft = `${file}.${randomUUID()}`;
  const mine = `${process.pid} ${identityOf(process.pid)} ${processPlace()} ${randomUUID()}`;
  writeFileSync(draft, mine);
  try {
    linkSync(draft, file);
    const renewing = renew(file, mine);
    return () => {
      clearInterval(renewing);
      // It may have aged out elsewhere, and be another's by now.
      if (read(file) === mine) rmSync(file, { force: true });
    };
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
