import type { RemoteDescriptor } from '../contract/descriptor.ts';
import { trustedKey, type ReleaseHome } from '../registry/home.ts';
import { filesIn, signRelease, descriptorIn } from '../registry/release.ts';
import { storeReleases, type Pointed } from '../registry/releases.ts';
import type { KnownRemote } from './follow.ts';

export { releaseHome } from '../registry/home.ts';
export { folderStore } from '../store/folder-store.ts';

/** Signs and publishes a build's folder as its team would, without looking at its size. */
export const publishBuild = async (home: ReleaseHome, folder: string): Promise<Pointed> => {
  const files = filesIn(folder);
  const release = signRelease(files, await trustedKey(home, descriptorIn(files).name));
  return storeReleases(home.store).publish({ release, files }, { who: 'test', why: '' });
};

/** A remote with one screen, as tests need it. */
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

export const aRemote = (over: Partial<KnownRemote> = {}): KnownRemote => ({
  name: 'mf-quiz',
  entry: { entry: '/remotes/mf-quiz/1.0.0-a/remoteEntry.js', version: '1.0.0-a', contract: 1 },
  descriptor: aDescriptor(),
  ...over,
});
