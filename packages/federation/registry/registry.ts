import { DAY_MS } from '@course/contracts';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import {
  registry,
  type AuditEntry,
  type Canary,
  type Registry,
  type ReleaseRow,
  type RemoteState,
} from '../contract/release.ts';
import { changeObject, parseStored, readObject, type ReleaseStore } from '../store/store.ts';
import { appendAudit } from './audit.ts';

export const REGISTRY_KEY = 'registry.json';

const EMPTY: Registry = { form: 2, remotes: {} };

/** Throws a one-sentence failure if the registry is damaged. */
export const parseRegistry = (body: Buffer | undefined): Registry =>
  body ? parseStored(REGISTRY_KEY, registry, body) : EMPTY;

/** Returns the current registry; empty if nothing has been published yet. */
export const readRegistry = async (store: ReleaseStore): Promise<Registry> =>
  parseRegistry((await readObject(store, REGISTRY_KEY))?.body);

interface RegistryChange {
  readonly registry: Registry;
  readonly entry: AuditEntry;
}

/**
 * Changes the registry by compare-and-swap and adds an entry to the audit log. `change` returns undefined if there is
 * nothing to change, throws to refuse the change, and may be called again with a newer registry.
 */
export const changeRegistry = async (
  store: ReleaseStore,
  change: (current: Registry) => RegistryChange | undefined | Promise<RegistryChange | undefined>,
): Promise<Registry> => {
  let result = EMPTY;
  let entry: AuditEntry | undefined;
  await changeObject(store, REGISTRY_KEY, async (body) => {
    const current = parseRegistry(body);
    const changed = await change(current);
    entry = changed?.entry;
    result = changed ? { ...changed.registry, change: changed.entry } : current;
    if (!changed && body) return body;
    // The process that wrote the current state may have been killed before it wrote to the log.
    if (current.change) await appendAudit(store, current.change);
    const next = Buffer.from(`${JSON.stringify(result, null, 2)}\n`);
    // Never write anything that could not be read again.
    parseRegistry(next);
    return next;
  });
  // The registry itself keeps the entry until the next change.
  if (entry) await appendAudit(store, entry).catch(() => undefined);
  return result;
};

const NEW_REMOTE: RemoteState = { channels: {}, previous: [], releases: {} };

export const remoteIn = (current: Registry, name: string): RemoteState => current.remotes[name] ?? NEW_REMOTE;

/** Returns all releases that a channel points to. */
const pointedTo = ({ channels }: RemoteState): ReadonlySet<string> =>
  new Set([channels.stable, channels.canary?.release, ...(channels.preview ?? [])].filter((id) => id !== undefined));

const isValid = (until: string, now: Date): boolean => Date.parse(until) > now.getTime();

/** Returns whether a link that is still valid shows a release. */
export const hasPreview = ({ previews = [] }: ReleaseRow, now: Date): boolean =>
  previews.some(({ until }) => isValid(until, now));

/** Ends the previews whose links have expired. */
export const withoutExpiredPreviews = (state: RemoteState, now: Date): RemoteState => {
  if (!state.channels.preview) return state;
  const releases = Object.fromEntries(
    Object.entries(state.releases).map(([id, { previews, ...row }]) => [
      id,
      { ...row, ...(previews && { previews: previews.filter(({ until }) => isValid(until, now)) }) },
    ]),
  );
  const preview = state.channels.preview.filter((id) => releases[id] && hasPreview(releases[id], now));
  return { ...state, releases, channels: { ...state.channels, preview } };
};

/** Records since when each release has had no channel. */
const withRetirement = (state: RemoteState, now: Date): RemoteState => {
  const live = pointedTo(state);
  const releases = Object.entries(state.releases).map(([id, row]) => [
    id,
    { ...row, retiredAt: live.has(id) ? null : (row.retiredAt ?? now.toISOString()) },
  ]);
  return { ...state, releases: Object.fromEntries(releases) as RemoteState['releases'] };
};

/** Returns the registry with a new state of one remote, in which no expired preview is left. */
export const withRemote = (current: Registry, name: string, state: RemoteState, now: Date): Registry => ({
  form: 2,
  remotes: { ...current.remotes, [name]: withRetirement(withoutExpiredPreviews(state, now), now) },
});

export const rowOf = (
  { version, contract }: Pick<RemoteDescriptor, 'version' | 'contract'>,
  { folder, commit, at }: Pick<ReleaseRow, 'folder' | 'commit' | 'at'>,
): ReleaseRow => ({ version, contract, folder, commit, at, retiredAt: at });

/** Adds a release to the registry, without pointing to it. */
export const withRelease = (current: Registry, name: string, id: string, row: ReleaseRow): Registry => {
  const state = remoteIn(current, name);
  return { form: 2, remotes: { ...current.remotes, [name]: { ...state, releases: { ...state.releases, [id]: row } } } };
};

/**
 * For this long after a release stopped being live, visitors may still use it, load its chunks and answer its
 * questions.
 */
const VISITORS_MS = 30 * DAY_MS;

/** Returns whether a channel points to a release, or did within the last 30 days. */
const isRecent = ({ retiredAt }: ReleaseRow, now: Date): boolean =>
  retiredAt === null || now.getTime() - Date.parse(retiredAt) <= VISITORS_MS;

/**
 * Returns whether a release is or was given to visitors, and not only to holders of links. Links may show an earlier
 * release, too: it is then in `previous`, or withdrawn.
 */
export const isForVisitors = ({ previous }: RemoteState, { id, row }: ListedRelease): boolean =>
  row.previews === undefined || row.withdrawn !== undefined || previous.includes(id);

/** Returns whether visitors may have a release: it is live or was within the last 30 days. */
export const mayHaveVisitors = (state: RemoteState, release: ListedRelease, now: Date): boolean =>
  isForVisitors(state, release) && isRecent(release.row, now);

/** Returns the releases that nothing points to and that have not been live for 30 days. */
export const expiredIn = (current: Registry, name: string, now: Date): readonly (readonly [string, ReleaseRow])[] => {
  const state = remoteIn(current, name);
  const inUse = new Set([...pointedTo(state), ...state.previous]);
  return Object.entries(state.releases).filter(([id, row]) => !inUse.has(id) && !isRecent(row, now));
};

/** Removes releases from the registry. */
export const withoutReleases = (current: Registry, name: string, ids: ReadonlySet<string>): Registry => {
  const state = remoteIn(current, name);
  const releases = Object.fromEntries(Object.entries(state.releases).filter(([id]) => !ids.has(id)));
  return { ...current, remotes: { ...current.remotes, [name]: { ...state, releases } } };
};

/** A release of the registry, with its id. */
export interface ListedRelease {
  readonly id: string;
  readonly row: ReleaseRow;
}

/** Finds a release of the registry by its id or its version; undefined if there is none. */
export const findRelease = (state: RemoteState | undefined, wanted: string): ListedRelease | undefined => {
  const found = Object.entries(state?.releases ?? {}).find(([id, row]) => id === wanted || row.version === wanted);
  return found && { id: found[0], row: found[1] };
};

const rowAt = (current: Registry, name: string, id: string | undefined): ListedRelease | undefined => {
  const row = id === undefined ? undefined : current.remotes[name]?.releases[id];
  return id === undefined || !row ? undefined : { id, row };
};

/** Returns what `stable` points to. */
export const stableOf = (current: Registry, name: string): ListedRelease | undefined =>
  rowAt(current, name, current.remotes[name]?.channels.stable);

/** Returns what `canary` points to; undefined if there is none or its release is not in the registry. */
export const canaryOf = (
  current: Registry,
  name: string,
): (ListedRelease & { readonly canary: Canary }) | undefined => {
  const canary = current.remotes[name]?.channels.canary;
  const found = rowAt(current, name, canary?.release);
  return canary && found && { ...found, canary };
};
