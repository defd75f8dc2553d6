import { rmSync } from 'node:fs';
import { z } from 'zod';
import { processIdentity } from '@course/federation/identity';
import { readJson, writeAtomically } from '@course/federation/files';
import { waitUntil } from '@course/ops/wait';

const records = z.array(
  z.strictObject({ name: z.string(), pid: z.int(), identity: z.string(), stopSignal: z.enum(['SIGTERM', 'SIGINT']) }),
);
type ProcessRecord = z.infer<typeof records>[number];

const STOP_TIMEOUT_MS = 10_000;

/** SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for open connections. */
const stopSignalOf = (name: string): ProcessRecord['stopSignal'] => (name === 'postgres' ? 'SIGINT' : 'SIGTERM');

/** Records the running processes, so that a later start can end them if this one is killed. */
export const recordProcesses = (file: string, pids: Readonly<Record<string, number>>): void => {
  const entries = Object.entries(pids).flatMap(([name, pid]) => {
    const identity = processIdentity(pid);
    return identity ? [{ name, pid, identity, stopSignal: stopSignalOf(name) }] : [];
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
