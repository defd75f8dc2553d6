import type { RemoteAddress } from '@course/contracts';
import { Suspense, use } from 'react';
import { ScreenEffects } from '../app/screen-effects.tsx';
import { Fallback } from './fallback.tsx';
import { load } from './load.ts';
import { RemoteBoundary } from './remote-boundary.tsx';

interface Props {
  readonly address: RemoteAddress;
  readonly path: string;
  readonly onRetry: () => void;
}

/**
 * The screen of `path`, from its remote. While the remote's code is on its way the served HTML stays.
 * No element stands around or beside the screen: the tree must equal the remote's own prerendering.
 */
export const RemoteScreen = ({ address, path, onRetry }: Props) => (
  <RemoteBoundary key={address.name} address={address} onRetry={onRetry}>
    <Suspense fallback={<Arriving />}>
      <Loaded address={address} path={path} onRetry={onRetry} />
    </Suspense>
  </RemoteBoundary>
);

const Arriving = () => (
  <main className="host-screen" data-screen="loading" aria-busy="true">
    <h1 className="visually-hidden">Loading</h1>
  </main>
);

function Loaded({ address, path, onRetry }: Props) {
  const result = use(load(address));
  if (!result.ok) return <Fallback reason={result.reason} onRetry={onRetry} />;
  const route = result.remote.routes.find((candidate) => candidate.path === path);
  if (!route) return <Fallback reason="broken" onRetry={onRetry} />;
  return (
    <ScreenEffects key={path} title={route.title}>
      <route.Screen />
    </ScreenEffects>
  );
}
