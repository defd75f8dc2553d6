import type { Pointed } from '../contract/listing.ts';
import type { AuditEntry, Registry, ReleaseRow } from '../contract/release.ts';
import type { ReleaseStore } from '../store/store.ts';
import { auditLine, type Actor } from './audit.ts';
import { changeRegistry, expiredIn, withoutReleases } from './registry.ts';
import { folderKey, removeRelease } from './stored-release.ts';

interface Action extends Pick<AuditEntry, 'what' | 'remote' | 'channel'> {
  readonly by: Actor;
  readonly at: Date;
}

/** The registry after an action, and the release concerned. */
export interface ChannelChange {
  readonly next: Registry;
  readonly release: string;
  /** What the channel pointed to before. */
  readonly before: string | undefined;
  /** What its team should know, a sentence each. */
  readonly warnings?: readonly string[];
}

/** Deletes the files of expired releases. The change that removed them is made, so a failure is only a warning. */
const deleteExpired = async (
  store: ReleaseStore,
  remote: string,
  expired: readonly ReleaseRow[],
): Promise<readonly string[]> => {
  const warnings: string[] = [];
  for (const { folder, version } of expired) {
    try {
      await removeRelease(store, remote, folder);
    } catch {
      const key = folderKey(remote, folder);
      warnings.push(
        `${remote} ${version} has expired, but its files could not be deleted. Delete ${key} in the store.`,
      );
    }
  }
  return warnings;
};

/** Points a channel to another release, records who did it, and deletes expired releases. */
export const pointChannel = async (
  store: ReleaseStore,
  { remote, by, at, ...action }: Action,
  change: (current: Registry) => ChannelChange | Promise<ChannelChange>,
): Promise<Pointed> => {
  let expired: readonly ReleaseRow[] = [];
  let pointed: Pointed | undefined;
  let warnings: readonly string[] = [];
  await changeRegistry(store, async (current) => {
    expired = [];
    const { next, release, before, ...changed } = await change(current);
    warnings = changed.warnings ?? [];
    pointed = { release, version: next.remotes[remote]?.releases[release]?.version ?? release };
    if (next === current) return undefined;
    const old = expiredIn(next, remote, at);
    expired = old.map(([, row]) => row);
    return {
      registry: withoutReleases(next, remote, new Set(old.map(([id]) => id))),
      entry: auditLine(by, { ...action, remote, before: before ?? null, ...pointed }, at),
    };
  });
  // Rows first: a concurrent action must not point to a release whose files are being deleted.
  const all = [...warnings, ...(await deleteExpired(store, remote, expired))];
  return { ...pointed!, ...(all.length > 0 && { warnings: all }) };
};
