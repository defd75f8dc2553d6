import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockHolder, tryLock } from '@course/federation/lock';
import { Failure } from '@course/ops/failure';
import { removeOwnerEnv } from '../owner/owner-env.ts';
import { endOrphans, recordProcesses } from '../supervise/records.ts';
import { createSupervisor } from '../supervise/supervisor.ts';
import { waitUntil } from '@course/ops/wait';
import { removeStackFile, startLock } from './stack-file.ts';

export const recordsFile = (dataDir: string): string => path.join(dataDir, 'processes.json');

/** How long to wait for a stack that is being stopped, which usually takes less than a second. */
const LOCK_TIMEOUT_MS = 5000;

const tryLockFile = (lock: string): (() => void) | undefined => {
  try {
    return tryLock(lock);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Failure(
      `The data folder ${path.dirname(lock)} cannot be locked (${reason}): its file system must support hard links. Set DATA_DIR to a folder on another one.`,
    );
  }
};

const waitForLock = async (lock: string, timeoutMs: number): Promise<() => void> => {
  // The first attempt is outside the wait, which would swallow an error.
  let release = tryLockFile(lock);
  if (!release)
    await waitUntil(() => (release = tryLock(lock)) !== undefined, { what: 'the data folder', timeoutMs }).catch(
      () => undefined,
    );
  if (release) return release;
  const holder = lockHolder(lock);
  const folder = path.dirname(lock);
  throw new Failure(
    `A stack with the data folder ${folder} is running already (process ${holder}). Stop it (kill ${holder}), or set DATA_DIR to another folder.`,
  );
};

/** Throws a `Failure` if the data folder cannot be written: it is read-only, another user's, or not a folder. */
export const requireWritable = (dataDir: string): void => {
  const probe = path.join(dataDir, `.writable-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Failure(
      `The data folder ${dataDir} cannot be written (${reason}). Make it writable, or set DATA_DIR to a folder that is.`,
    );
  }
};

/**
 * Locks the data folder for this process, ends what a killed start left running in it, and removes the files with its
 * addresses. Returns a function that releases the lock.
 */
export const lockDataDir = async (
  dataDir: string,
  say: (line: string) => void,
  timeoutMs = LOCK_TIMEOUT_MS,
): Promise<() => void> => {
  requireWritable(dataDir);
  const release = await waitForLock(startLock(dataDir), timeoutMs);
  removeStackFile(dataDir);
  removeOwnerEnv(dataDir);
  const ended = await endOrphans(recordsFile(dataDir));
  if (ended.length > 0) say(`Ended what an earlier start left running: ${ended.join(', ')}`);
  return release;
};

/**
 * Locks the data folder and creates a supervisor that records the running processes there, so that a later start can
 * end them if this one is killed. `close` stops everything, removes the files with addresses, and releases the lock.
 */
export const openDataDir = async (
  dataDir: string,
  say: (line: string) => void,
  onChange: (pids: Readonly<Record<string, number>>) => void = () => undefined,
) => {
  const release = await lockDataDir(dataDir, say);
  const recordChange = (): void => {
    recordProcesses(recordsFile(dataDir), supervisor.processes());
    onChange(supervisor.pids());
  };
  const supervisor = createSupervisor({ say, onChange: recordChange });
  const close = async (): Promise<void> => {
    await supervisor.stop();
    removeStackFile(dataDir);
    removeOwnerEnv(dataDir);
    recordProcesses(recordsFile(dataDir), {});
    release();
  };
  return { supervisor, close };
};
