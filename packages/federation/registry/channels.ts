import {
  PREVIEWS_MAX,
  PREVIEWS_OF_RELEASE_MAX,
  PREVIOUS_MAX,
  type Canary,
  type Registry,
  type ReleaseRow,
  type RemoteState,
} from '../contract/release.ts';
import { Failure } from '../base/failure.ts';
import { remoteIn, withoutExpiredPreviews, withRemote } from './registry.ts';
import { isDevVersion } from './release.ts';

/** Pure functions from one registry to the next, which point the channels of a remote. */

type Rows = RemoteState['releases'];

const withRow = (state: RemoteState, id: string, change: (row: ReleaseRow) => ReleaseRow): RemoteState => {
  const row = state.releases[id];
  return row ? { ...state, releases: { ...state.releases, [id]: change(row) } } : state;
};

/** Points `preview` to the releases that links show according to the rows. */
const withPreviewsOf = (state: RemoteState, releases: Rows): RemoteState => {
  const preview = Object.keys(releases).filter((id) => releases[id]?.previews?.length);
  if (preview.length > PREVIEWS_MAX)
    throw new Failure(`There are ${PREVIEWS_MAX} previews already. End some of them first.`);
  return { ...state, releases, channels: { ...state.channels, preview } };
};

/** Makes a release available to visitors: it is not withdrawn, and needs no link. */
const forVisitors = (state: RemoteState, id: string): RemoteState => {
  const released = withRow(state, id, (row) => ({ ...row, withdrawn: undefined, previews: undefined }));
  return state.releases[id]?.previews ? withPreviewsOf(released, released.releases) : released;
};

const withdraw = (state: RemoteState, ids: readonly string[], why: string): RemoteState =>
  ids.reduce((next, id) => withRow(next, id, (row) => ({ ...row, withdrawn: why })), state);

/** Returns the releases that one can be rolled back to: development builds, which nobody released, are not among them. */
const historyOf = ({ releases }: RemoteState, stable: string, earlier: readonly string[]): string[] =>
  earlier.filter((id) => id !== stable && !isDevVersion(releases[id]?.version ?? '')).slice(0, PREVIOUS_MAX);

/**
 * Points `stable` to a release after these earlier ones. A canary of the same release ends; the comparison of another one
 * starts over.
 */
const withStableAt = (state: RemoteState, stable: string, earlier: readonly string[], now: Date): RemoteState => {
  const { canary, ...channels } = state.channels;
  const rest =
    canary && canary.release !== stable ? { ...channels, canary: { ...canary, since: now.toISOString() } } : channels;
  const previous = historyOf(state, stable, earlier);
  return forVisitors({ ...state, channels: { ...rest, stable }, previous }, stable);
};

/**
 * Points `stable` to a known release; the previous one becomes the first to roll back to. While a development build is
 * live, that is the release that it stands in for.
 */
export const withStable = (current: Registry, name: string, id: string, now: Date): Registry => {
  const state = remoteIn(current, name);
  const live = state.channels.stable;
  if (live === id) return current;
  const earlier = live ? [live, ...state.previous] : state.previous;
  return withRemote(current, name, withStableAt(state, id, earlier, now), now);
};

/** Points `stable` to a release with a given history: for the end of development, and for adoption. */
export const withStableAndHistory = (
  current: Registry,
  name: string,
  stable: string,
  { previous, now }: { readonly previous: readonly string[]; readonly now: Date },
): Registry => withRemote(current, name, withStableAt(remoteIn(current, name), stable, previous, now), now);

interface Reason {
  /** Why visitors must leave their release. */
  readonly why: string;
  readonly now: Date;
}

/** Returns the release before the live one. */
export const beforeLive = (current: Registry, name: string): string => {
  const [id] = remoteIn(current, name).previous;
  if (id !== undefined) return id;
  throw new Failure(`${name} has no earlier version to roll back to. Type: remote list ${name}`);
};

/**
 * Rolls back to a release of the history. The live release and those in between are withdrawn and dropped from the
 * history, so the next roll-back goes further back.
 */
export const withRollback = (current: Registry, name: string, target: string, { why, now }: Reason): Registry => {
  const state = remoteIn(current, name);
  const { stable: live, canary } = state.channels;
  if (target === live) return current;
  const at = state.previous.indexOf(target);
  if (at < 0) {
    const version = state.releases[target]?.version ?? target;
    throw new Failure(
      `${name} ${version} is not among the releases to roll back to. To make it live: remote promote ${name} ${version}`,
    );
  }
  const skipped = [...(live ? [live] : []), ...state.previous.slice(0, at)];
  const withdrawn = withdraw(
    state,
    skipped.filter((id) => id !== canary?.release),
    why || 'rolled back',
  );
  return withRemote(current, name, withStableAt(withdrawn, target, state.previous.slice(at + 1), now), now);
};

/** Gives a share of visitors a known release, or changes the share of the running canary. */
export const withCanary = (
  current: Registry,
  name: string,
  { release, share, promote }: Pick<Canary, 'release' | 'share' | 'promote'>,
  now: Date,
): Registry => {
  const state = remoteIn(current, name);
  const { stable, canary: running } = state.channels;
  if (!stable) throw new Failure(`${name} has no live release to compare a canary with. Publish it without --canary.`);
  const version = state.releases[release]?.version;
  if (stable === release) throw new Failure(`${name} ${version} is already live for everybody.`);
  if (running && running.release !== release) throw new Failure(canaryRuns(state, name));
  // With another share the comparison starts over: rates that vary by the hour would otherwise be weighted differently.
  const since = running?.share === share ? running.since : now.toISOString();
  const canary: Canary = { release, share, since, promote };
  return withRemote(current, name, forVisitors({ ...state, channels: { ...state.channels, canary } }, release), now);
};

const canaryRuns = ({ channels, releases }: RemoteState, name: string): string => {
  const { release, share } = channels.canary!;
  const version = releases[release]?.version ?? release;
  return `${name} ${version} is a canary for ${share} % of visitors. End it first: remote promote ${name} ${version}, or abort ${name}`;
};

/** Throws if a canary of another release is running: publishing would change what it is compared with. */
export const requireNoOtherCanary = (current: Registry, name: string, id: string): void => {
  const state = remoteIn(current, name);
  const { canary } = state.channels;
  if (canary && canary.release !== id) throw new Failure(canaryRuns(state, name));
};

/** Ends the canary: its visitors get stable. */
export const withoutCanary = (current: Registry, name: string, { why, now }: Reason): Registry => {
  const state = remoteIn(current, name);
  const { canary, ...channels } = state.channels;
  if (!canary) throw new Failure(`${name} has no canary. Type: remote list ${name}`);
  return withRemote(current, name, withdraw({ ...state, channels }, [canary.release], why || 'aborted'), now);
};

/** Returns the rows without the previews of that name. */
const rowsWithout = (state: RemoteState, ended: string): Rows =>
  Object.fromEntries(
    Object.entries(state.releases).map(([id, { previews, ...row }]) => {
      const left = previews?.filter(({ name }) => name !== ended);
      return [id, { ...row, ...(left && { previews: left }) }];
    }),
  );

/** Shows a known release by the link of this name, replacing the one that it showed before. */
export const withPreview = (
  current: Registry,
  name: string,
  { release, preview, until }: { readonly release: string; readonly preview: string; readonly until: Date },
  now: Date,
): Registry => {
  const state = withoutExpiredPreviews(remoteIn(current, name), now);
  const { stable, canary } = state.channels;
  if (release === stable || release === canary?.release)
    throw new Failure(`${name} ${state.releases[release]?.version} is already given to visitors and needs no preview.`);
  const rows = rowsWithout(state, preview);
  const row = rows[release]!;
  const previews = [...(row.previews ?? []), { name: preview, until: until.toISOString() }];
  if (previews.length > PREVIEWS_OF_RELEASE_MAX)
    throw new Failure(`This build has ${PREVIEWS_OF_RELEASE_MAX} previews already. End some of them first.`);
  return withRemote(current, name, withPreviewsOf(state, { ...rows, [release]: { ...row, previews } }), now);
};

/** Ends the preview of that name. */
export const withoutPreview = (current: Registry, name: string, preview: string, now: Date): Registry => {
  const state = remoteIn(current, name);
  if (!previewIn(state, preview))
    throw new Failure(`${name} has no preview ${preview}. Type: remote preview list ${name}`);
  return withRemote(current, name, withPreviewsOf(state, rowsWithout(state, preview)), now);
};

/** Returns the release that the preview of that name shows; undefined if there is none. */
export const previewIn = (
  { releases }: RemoteState,
  preview: string,
): { readonly release: string; readonly until: Date } | undefined => {
  for (const [release, { previews }] of Object.entries(releases)) {
    const found = previews?.find(({ name }) => name === preview);
    if (found) return { release, until: new Date(found.until) };
  }
  return undefined;
};
