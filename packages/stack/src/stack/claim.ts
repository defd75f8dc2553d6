import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { lockHolder, tryLock } from '@course/federation/lock';
import { Failure } from '../failure.ts';
import { endOrphans } from '../supervise/records.ts';
import { waitUntil } from '../wait.ts';

export const recordsFile = (dataDir: string): string => path.join(dataDir, 'processes.json');

/** A stack that is being stopped needs this long at most (ms), usually below one second. */
const STOPPING_MS = 5000;

const waitForLock = async (lock: string, timeoutMs: number): Promise<() => void> => {
  let release: (() => void) | undefined;
  await waitUntil(() => (release = tryLock(lock)) !== undefined, { what: 'the data folder', timeoutMs }).catch(() => undefined);
  if (release) return release;
  const holder = lockHolder(lock);
  const folder = path.dirname(lock);
  throw new Failure(`A stack with the data folder ${folder} is running already (process ${holder}). Stop it (kill ${holder}), or set DATA_DIR to another folder.`);
};

/** Takes the data folder for this process, and ends what a killed start left running in it. Answers how to give it back. */
export const claimDataDir = async (dataDir: string, say: (line: string) => void, timeoutMs = STOPPING_MS): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true });
  const release = await waitForLock(path.join(dataDir, 'start.lock'), timeoutMs);
  const ended = await endOrphans(recordsFile(dataDir));
  if (ended.length > 0) say(`Ended what an earlier start left running: ${ended.join(', ')}`);
  return release;
};
