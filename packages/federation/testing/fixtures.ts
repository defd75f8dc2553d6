import type { DeclaredFlow, ReleaseFigures, ServiceContract } from '@course/contracts';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import type { Pointed } from '../contract/listing.ts';
import { auditLine } from '../registry/audit.ts';
import { trustedKey, type LocalReleases } from '../registry/local-releases.ts';
import { withStable } from '../registry/channels.ts';
import { changeRegistry, rowOf, withRelease } from '../registry/registry.ts';
import { descriptorIn, filesIn, signBuild } from '../registry/release.ts';
import { storeReleases } from '../registry/releases.ts';
import type { Upload } from '../registry/uploads.ts';
import { putRelease } from '../registry/stored-release.ts';
import type { PageRemote } from '../edge/live.ts';

export { isScreenPath } from '../contract/screen-path.ts';
export { localReleases, type LocalReleases } from '../registry/local-releases.ts';
export { storeReleases } from '../registry/releases.ts';
export { folderStore } from '../store/folder-store.ts';

const BY = { who: 'a test', why: '' };

/** Signs the build in a folder with its team's key. Asks no repository for the commit. */
export const signedBuild = async (local: LocalReleases, folder: string): Promise<Upload> => {
  const files = filesIn(folder);
  return signBuild(files, await trustedKey(local, descriptorIn(files).name), { commit: null });
};

/** Signs and publishes a build's folder as its team would, without the check. */
export const publishBuild = async (local: LocalReleases, folder: string): Promise<Pointed> =>
  storeReleases(local.store).publish(await signedBuild(local, folder), BY);

/** Puts a release into the store, lets `spoil` damage it, and points to it, bypassing all checks. */
export const publishUnchecked = async (
  { store }: LocalReleases,
  upload: Upload,
  spoil: (key: (file: string) => string) => Promise<unknown> = async () => undefined,
): Promise<void> => {
  const { remote, release: id, version } = upload.release;
  const { contract } = descriptorIn(upload.files);
  await putRelease(store, id, upload);
  await spoil((file) => `remotes/${remote}/${id}/${file}`);
  const now = new Date();
  const row = rowOf({ version, contract }, { folder: id, commit: null, at: now.toISOString() });
  await changeRegistry(store, (current) => ({
    registry: withStable(withRelease(current, remote, id, row), remote, id, now),
    entry: auditLine(BY, { what: 'publish', remote, release: id, version, before: null }, now),
  }));
};

/** A remote with one screen. */
export const aDescriptor = (over: Partial<RemoteDescriptor> = {}): RemoteDescriptor => ({
  name: 'mf-quiz',
  version: '1.0.0-a',
  contract: 2,
  scripts: ['assets/a.0123456789.js'],
  styles: ['assets/a.0123456789.css'],
  routes: [
    { path: '/q1', screen: 'q1', title: 'One', indexable: false, html: '<main data-screen="q1"><h1>One</h1></main>' },
  ],
  ...over,
});

export const aRemote = (over: Partial<PageRemote> = {}): PageRemote => ({
  name: 'mf-quiz',
  entry: { entry: '/remotes/mf-quiz/1.0.0-a/remoteEntry.js', version: '1.0.0-a', contract: 1 },
  descriptor: aDescriptor(),
  ...over,
});

export const WEEK = { key: '1week', currency: 'usd', originalCents: 1552, discountedCents: 776 };
export const MONTH = { key: '4week', currency: 'usd', originalCents: 4479, discountedCents: 2240 };

export const offers = ({ funnel = [1], plans = [WEEK, MONTH] } = {}): readonly ServiceContract[] => [
  { service: 'svc-funnel', contracts: funnel, plans },
  { service: 'svc-tracking', contracts: [1], plans: [] },
];

export const aFlow = (needs: Partial<DeclaredFlow['needs']> = {}, over: Partial<DeclaredFlow> = {}): DeclaredFlow => ({
  entries: {},
  exits: [],
  steps: [],
  needs: { services: { 'svc-funnel': 1, 'svc-tracking': 1 }, plans: [WEEK, MONTH], labels: [], ...needs },
  ...over,
});

type FigureOverrides = Partial<Omit<ReleaseFigures, 'vitals'>> & {
  readonly vitals?: Partial<ReleaseFigures['vitals']>;
};

/** Returns the figures of an ordinary release: few errors, 60 % of visits completed, one vital in twelve poor. */
export const releaseFigures = ({ visits = 1000, vitals = {}, ...over }: FigureOverrides = {}): ReleaseFigures => {
  const usual = { measured: visits, poor: Math.round(visits / 12) };
  return {
    release: 'a'.repeat(20),
    visits,
    failed: Math.round(visits / 200),
    completed: Math.round(visits * 0.6),
    vitals: { lcp: usual, inp: usual, cls: usual, ttfb: usual, ...vitals },
    ...over,
  };
};
