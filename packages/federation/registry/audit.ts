import { randomBytes } from 'node:crypto';
import pMap from 'p-map';
import { auditEntry, type AuditEntry, type Registry } from '../contract/release.ts';
import { parseStored, readObject, STORE_CONCURRENCY, StoreDamaged, type ReleaseStore } from '../store/store.ts';

const PREFIX = 'audit/';
/** How many entries are read before checking whether there are enough. */
const PAGE = 50;

/** Which entries of the log to return, at most 100 by default. */
export interface AuditQuery {
  readonly remote?: string | undefined;
  readonly channel?: AuditEntry['channel'];
  readonly limit?: number;
  /** Leaves out entries that are damaged, instead of rejecting. */
  readonly skipDamaged?: boolean;
}

/** Who acts, and why, in their own words. */
export interface Actor {
  readonly who: string;
  readonly why: string;
}

/** Creates the log entry of an action. */
export const auditLine = (
  { who, why }: Actor,
  {
    channel = 'stable',
    ...what
  }: Omit<AuditEntry, 'id' | 'at' | 'who' | 'why' | 'channel'> & Partial<Pick<AuditEntry, 'channel'>>,
  now: Date,
): AuditEntry => {
  const at = now.toISOString();
  const id = `${at.replaceAll(/\D/g, '')}-${randomBytes(6).toString('hex')}`;
  return { ...what, id, at, channel, who, why };
};

/** Adds an entry to the log. Each entry is an object of its own that is written once, so the log is append-only. */
export const appendAudit = async (store: ReleaseStore, entry: AuditEntry): Promise<void> => {
  await store.create(`${PREFIX}${entry.id}.json`, Buffer.from(JSON.stringify(entry)));
};

/**
 * Returns the latest entries of the log, newest first. `current` may have a change that the log does not contain yet.
 */
export const readAudit = async (
  store: ReleaseStore,
  current: Registry,
  { remote, channel, limit = 100, skipDamaged = false }: AuditQuery = {},
): Promise<readonly AuditEntry[]> => {
  const keys = [...(await store.list(PREFIX))].reverse();
  const { change } = current;
  const isWanted = (line: AuditEntry): boolean =>
    (remote === undefined || line.remote === remote) && (channel === undefined || line.channel === channel);
  const lines: AuditEntry[] =
    change && !keys.includes(`${PREFIX}${change.id}.json`) && isWanted(change) ? [change] : [];
  for (let from = 0; from < keys.length && lines.length < limit; from += PAGE) {
    const read = async (key: string): Promise<AuditEntry | undefined> => {
      const found = await readObject(store, key);
      try {
        return found && parseStored(key, auditEntry, found.body);
      } catch (error) {
        if (skipDamaged && error instanceof StoreDamaged) return undefined;
        throw error;
      }
    };
    const page = await pMap(keys.slice(from, from + PAGE), read, { concurrency: STORE_CONCURRENCY });
    lines.push(...page.filter((line) => line !== undefined).filter(isWanted));
  }
  return lines.slice(0, limit);
};
