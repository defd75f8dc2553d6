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

/** PostgreSQL's orderly fast stop is SIGINT; SIGTERM would wait for open connections. */
const stopSignalOf = (name: string): ProcessRecord['stopSignal'] => (name === 'postgres' ? 'SIGINT' : 'SIGTERM');

/** Writes down which processes run, for a later start to end them should this one be killed. */
export const recordProcesses = (file: string, pids: Readonly<Record<string, number>>): void => {
  const entries = Object.entries(pids).flatMap(([name, pid]) => {
    const identity = processIdentity(pid);
    return identity ? [{ name, pid, identity, stopSignal: stopSignalOf(name) }] : [];
  });
  writeAtomically(file, JSON.stringify(entries), 0o600);
};

const isOurs = ({ pid, identity }: ProcessRecord): boolean => processIdentity(pid) === identity;

const endOrphan = async (orphan: ProcessRecord): Promise<void> => {
  process.kill(orphan.pid, orphan.stopSignal);
  const gone = { what: `${orphan.name} (process ${orphan.pid}) to end`, timeoutMs: STOP_TIMEOUT_MS };
  await waitUntil(() => !isOurs(orphan), gone).catch(() => process.kill(orphan.pid, 'SIGKILL'));
  await waitUntil(() => !isOurs(orphan), gone);
};

/** Ends what an earlier start left running, last started first. Returns the names. A pid that meanwhile is another program's is left alone. */
export const endOrphans = async (file: string): Promise<readonly string[]> => {
  const orphans = (readJson(file, records) ?? []).filter(isOurs).reverse();
  for (const orphan of orphans) await endOrphan(orphan);
  rmSync(file, { force: true });
  return orphans.map(({ name }) => name);
};
