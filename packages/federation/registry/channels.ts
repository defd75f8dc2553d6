import {
  PREVIEWS_MAX,
  PREVIOUS_MAX,
  type Canary,
  type Registry,
  type ReleaseRow,
  type RemoteState,
} from '../contract/release.ts';
import { Failure } from '../base/failure.ts';
import { remoteIn, withRemote } from './registry.ts';

/** Pointing the channels of a remote: pure functions from one registry to the next. */

type Rows = RemoteState['releases'];

const withRow = (state: RemoteState, id: string, change: (row: ReleaseRow) => ReleaseRow): RemoteState => {
  const row = state.releases[id];
  return row ? { ...state, releases: { ...state.releases, [id]: change(row) } } : state;
};

/** Points `preview` to what the rows say that links show. */
const withPreviewsOf = (state: RemoteState, releases: Rows): RemoteState => {
  const preview = Object.keys(releases).filter((id) => releases[id]?.previews?.length);
  if (preview.length > PREVIEWS_MAX)
    throw new Failure(`There are ${PREVIEWS_MAX} previews already. End some of them first.`);
  return { ...state, releases, channels: { ...state.channels, preview } };
};

/** Makes a release one for visitors: nobody has to leave it, and no link is needed to see it. */
const forVisitors = (state: RemoteState, id: string): RemoteState => {
  const released = withRow(state, id, (row) => ({ ...row, withdrawn: undefined, previews: undefined }));
  return state.releases[id]?.previews ? withPreviewsOf(released, released.releases) : released;
};

const withdraw = (state: RemoteState, ids: readonly string[], why: string): RemoteState =>
  ids.reduce((next, id) => withRow(next, id, (row) => ({ ...row, withdrawn: why })), state);

/**
 * Points `stable` to a release with this history. A canary of the same release has come to its end, one of another is
 * compared anew.
 */
const withStableAt = (state: RemoteState, stable: string, previous: readonly string[], now: Date): RemoteState => {
  const { canary, ...channels } = state.channels;
  const rest =
    canary && canary.release !== stable ? { ...channels, canary: { ...canary, since: now.toISOString() } } : channels;
  return forVisitors({ ...state, channels: { ...rest, stable }, previous: [...previous] }, stable);
};

/** Points `stable` to a release that is known; the one before it becomes the first to roll back to. */
export const withStable = (current: Registry, name: string, id: string, now: Date): Registry => {
  const state = remoteIn(current, name);
  const live = state.channels.stable;
  if (live === id) return current;
  const previous = (live ? [live, ...state.previous] : state.previous)
    .filter((one) => one !== id)
    .slice(0, PREVIOUS_MAX);
  return withRemote(current, name, withStableAt(state, id, previous, now), now);
};

/** Points `stable` to a release and leaves no trace in the history: for builds under development, and to end them. */
export const withStableBeside = (
  current: Registry,
  name: string,
  stable: string,
  { previous, now }: { readonly previous: readonly string[]; readonly now: Date },
): Registry => withRemote(current, name, withStableAt(remoteIn(current, name), stable, previous, now), now);

interface Reason {
  /** Why visitors must leave what they have. */
  readonly why: string;
  readonly now: Date;
}

/** Returns the release before the live one. */
export const beforeLive = (current: Registry, name: string): string => {
  const [id] = remoteIn(current, name).previous;
  if (id !== undefined) return id;
  throw new Failure(`${name} has no earlier version to roll back to. Type: npm run remote -- list ${name}`);
};

/**
 * Goes back to a release. The live release and those between are withdrawn and dropped from the history, so that the
 * one before the live one is then further back.
 */
export const withRollback = (current: Registry, name: string, target: string, { why, now }: Reason): Registry => {
  const state = remoteIn(current, name);
  const { stable: live, canary } = state.channels;
  if (target === live) return current;
  const at = state.previous.indexOf(target);
  const left = [...(live ? [live] : []), ...state.previous.slice(0, Math.max(at, 0))];
  const gone = withdraw(
    state,
    left.filter((id) => id !== canary?.release),
    why || 'rolled back',
  );
  return withRemote(current, name, withStableAt(gone, target, state.previous.slice(at + 1), now), now);
};

/** Gives a share of visitors a release that is known, or changes the share of the present canary. */
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
  if (stable === release) throw new Failure(`${name} ${version} is live for everybody already.`);
  if (running && running.release !== release) throw new Failure(canaryRuns(state, name));
  // Under another share the two are compared anew: rates that change with the hour would weigh differently on either.
  const since = running?.share === share ? running.since : now.toISOString();
  const canary: Canary = { release, share, since, promote };
  return withRemote(current, name, forVisitors({ ...state, channels: { ...state.channels, canary } }, release), now);
};

const canaryRuns = ({ channels, releases }: RemoteState, name: string): string => {
  const { release, share } = channels.canary!;
  const version = releases[release]?.version ?? release;
  return `${name} ${version} is a canary for ${share} % of visitors. End it first: npm run remote -- promote ${name} ${version}, or abort ${name}`;
};

/** Throws while a canary of another release runs: publishing would change what it is compared with. */
export const requireNoOtherCanary = (current: Registry, name: string, id: string): void => {
  const state = remoteIn(current, name);
  const { canary } = state.channels;
  if (canary && canary.release !== id) throw new Failure(canaryRuns(state, name));
};

/** Ends the canary for good: its visitors get what is stable. */
export const withoutCanary = (current: Registry, name: string, { why, now }: Reason): Registry => {
  const state = remoteIn(current, name);
  const { canary, ...channels } = state.channels;
  if (!canary) throw new Failure(`${name} has no canary. Type: npm run remote -- list ${name}`);
  return withRemote(current, name, withdraw({ ...state, channels }, [canary.release], why || 'aborted'), now);
};

/** The rows without the previews of that name, and without those whose time is over. */
const rowsWithout = (state: RemoteState, ended: string, now: Date): Rows =>
  Object.fromEntries(
    Object.entries(state.releases).map(([id, { previews, ...row }]) => {
      const left = previews?.filter(({ name, until }) => name !== ended && Date.parse(until) > now.getTime());
      return [id, { ...row, ...(left && { previews: left }) }];
    }),
  );

/** Shows a release that is known to those who have the link of this name; it takes the place of the one before. */
export const withPreview = (
  current: Registry,
  name: string,
  { release, preview, until }: { readonly release: string; readonly preview: string; readonly until: Date },
  now: Date,
): Registry => {
  const state = remoteIn(current, name);
  const { stable, canary } = state.channels;
  if (release === stable || release === canary?.release)
    throw new Failure(`${name} ${state.releases[release]?.version} is given to visitors already: it needs no preview.`);
  const rows = rowsWithout(state, preview, now);
  const row = rows[release]!;
  const previews = [...(row.previews ?? []), { name: preview, until: until.toISOString() }];
  return withRemote(current, name, withPreviewsOf(state, { ...rows, [release]: { ...row, previews } }), now);
};

/** Ends the preview of that name. */
export const withoutPreview = (current: Registry, name: string, preview: string, now: Date): Registry => {
  const state = remoteIn(current, name);
  if (!previewIn(state, preview))
    throw new Failure(`${name} has no preview ${preview}. Type: npm run remote -- preview list ${name}`);
  return withRemote(current, name, withPreviewsOf(state, rowsWithout(state, preview, now)), now);
};

/** Returns the release that the preview of that name shows, undefined when there is none. */
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
