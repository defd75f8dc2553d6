import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { lockHolder, tryLock } from '../../bin/lib/lock.mjs';
import { Failure } from '../failure.ts';
import { endOrphans } from '../supervise/records.ts';

export const recordsFile = (dataDir: string): string => path.join(dataDir, 'processes.json');

/** Takes the data folder for this process, and ends what a killed start left running in it. Answers how to give it back. */
export const claimDataDir = async (dataDir: string, say: (line: string) => void): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true });
  const lock = path.join(dataDir, 'start.lock');
  const release = tryLock(lock);
  if (!release) {
    const holder = lockHolder(lock);
    throw new Failure(`A stack with the data folder ${dataDir} is running already (process ${holder}). Stop it (kill ${holder}), or set DATA_DIR to another folder.`);
  }
  const ended = await endOrphans(recordsFile(dataDir));
  if (ended.length > 0) say(`Ended what an earlier start left running: ${ended.join(', ')}`);
  return release;
};
