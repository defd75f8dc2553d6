import type { RemoteAddress, RemoteRoute } from '@course/federation/contract';
import { load, loadResult, RemoteUnavailable } from '@course/federation/host';
import { afterPaint, clearPrerenderRequest, usePrerenderRequest } from '@course/platform/host';
import { Activity, Fragment, memo, Suspense, use, useDeferredValue, useEffect, useState } from 'react';
import { ScreenEffects } from '../app/screen-effects.tsx';
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

/** Rendered again only for another route, so that a prerendered screen is shown as it is. */
const RouteScreen = memo(({ route }: { readonly route: RemoteRoute }) => (
  <ScreenEffects title={route.title}>
    <route.Screen />
  </ScreenEffects>
));

/** The screen of `path`, hidden after it the one that the visitor goes to in a moment, and the remote's backdrop. */
function Loaded({ address, path, onRetry }: Props) {
  const request = usePrerenderRequest();
  // The served screen is hydrated, so it stands in no boundary that its prerendering did not have.
  const [served] = useState(path);
  // Rendered after the screen has been painted, so that no tap waits for decoration.
  const backdropPath = useDeferredValue(path);
  useEffect(() => () => afterPaint(clearPrerenderRequest), [path]);
  // After all hooks: when the remote arrives at once, React renders again, this time without `use`, and knows only those
  // hooks that came before it.
  const result = loadResult(address) ?? use(load(address));
  // Thrown and not shown: served HTML that hydrates into another screen would be an error to React, logged besides ours.
  if (!result.ok) throw new RemoteUnavailable(result.reason);
  const { routes, Backdrop } = result.remote;
  const routeOf = (wanted: string) => routes.find((candidate) => candidate.path === wanted);
  const route = routeOf(path);
  if (!route) throw new Error(`there is no screen at ${path}`);
  const next = request?.from === path && ![path, served].includes(request.path) ? routeOf(request.path) : undefined;
  const screens = [route, ...(next ? [next] : [])].map((one) => {
    // Each has a boundary of its own: the prerendered screen must not take down the one on show.
    const bounded = (
      <RemoteBoundary address={address} onRetry={onRetry}>
        <RouteScreen route={one} />
      </RemoteBoundary>
    );
    return one.path === served ? (
      <Fragment key={one.path}>{bounded}</Fragment>
    ) : (
      <Activity key={one.path} mode={one === route ? 'visible' : 'hidden'}>
        {bounded}
      </Activity>
    );
  });
  return [...screens, ...(Backdrop ? [<Backdrop key="backdrop" path={backdropPath} />] : [])];
}
