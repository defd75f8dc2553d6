import { rmSync } from 'node:fs';
import { z } from 'zod';
import { processIdentity } from '@course/federation/identity';
import { readJson, writeAtomically } from '@course/federation/files';
import { waitUntil } from '@course/ops/wait';
import { STOP_SIGNALS } from '../process/launch.ts';

const records = z.array(
  z.strictObject({ name: z.string(), pid: z.int(), identity: z.string(), stopSignal: z.enum(STOP_SIGNALS) }),
);
type ProcessRecord = z.infer<typeof records>[number];

/** Running processes, by the names of their services. */
export type Processes = Readonly<Record<string, Pick<ProcessRecord, 'pid' | 'stopSignal'>>>;

const STOP_TIMEOUT_MS = 10_000;

/** Records the running processes, so that a later start can end them if this one is killed. */
export const recordProcesses = (file: string, processes: Processes): void => {
  const entries = Object.entries(processes).flatMap(([name, { pid, stopSignal }]) => {
    const identity = processIdentity(pid);
    return identity ? [{ name, pid, identity, stopSignal }] : [];
  });
  writeAtomically(file, JSON.stringify(entries), 0o600);
};

const isRunning = ({ pid, identity }: ProcessRecord): boolean => processIdentity(pid) === identity;

/** Sends a signal, unless the process has ended in the meantime. */
const signal = (orphan: ProcessRecord, name: NodeJS.Signals): void => {
  try {
    process.kill(orphan.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const endOrphan = async (orphan: ProcessRecord): Promise<void> => {
  signal(orphan, orphan.stopSignal);
  const gone = { what: `${orphan.name} (process ${orphan.pid}) to end`, timeoutMs: STOP_TIMEOUT_MS };
  await waitUntil(() => !isRunning(orphan), gone).catch(() => signal(orphan, 'SIGKILL'));
  await waitUntil(() => !isRunning(orphan), gone);
};

/**
 * Ends what an earlier start left running, last started first. Returns the names. Leaves pids that were reused alone.
 */
export const endOrphans = async (file: string): Promise<readonly string[]> => {
  const orphans = (readJson(file, records) ?? []).filter(isRunning).reverse();
  for (const orphan of orphans) await endOrphan(orphan);
  rmSync(file, { force: true });
  return orphans.map(({ name }) => name);
};
