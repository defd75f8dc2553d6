import type { RemoteDescriptor } from '../contract/descriptor.ts';
import type { KnownRemote } from './descriptors.ts';

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
