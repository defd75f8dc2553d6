import type { Remote, RemoteAddress } from '@course/federation/contract';
import { load, RemoteUnavailable } from '@course/federation/host';
import { afterPaint, forgetScreenAhead, useScreenAhead } from '@course/platform/host';
import { Activity, Fragment, Suspense, use, useEffect, useState, type ReactElement } from 'react';
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

type Route = Remote['routes'][number];

const elements = new WeakMap<Route, ReactElement>();

/** Always the same element, so that a screen that was made ready is shown without being rendered again. */
function screenOf(route: Route): ReactElement {
  const element = elements.get(route) ?? (
    <ScreenEffects title={route.title}>
      <route.Screen />
    </ScreenEffects>
  );
  elements.set(route, element);
  return element;
}

/** The screen of `path`, and hidden after it the one that the visitor goes to in a moment. */
function Loaded({ address, path, onRetry }: Props) {
  const result = use(load(address));
  const ahead = useScreenAhead();
  // Served screens are hydrated, so they stand in no boundary that their prerendering did not have.
  const [served] = useState(path);
  useEffect(() => () => afterPaint(forgetScreenAhead), [path]);
  // Thrown and not shown: served HTML that hydrates into another screen would be an error to React, logged besides ours.
  if (!result.ok) throw new RemoteUnavailable(result.reason);
  const routeOf = (wanted: string) => result.remote.routes.find((candidate) => candidate.path === wanted);
  const route = routeOf(path);
  if (!route) throw new Error(`there is no screen at ${path}`);
  const next = ahead?.from === path && ahead.path !== path && ahead.path !== served ? routeOf(ahead.path) : undefined;
  return [route, ...(next ? [next] : [])].map((one) => {
    // Each has a boundary of its own: the screen ahead must not take down the one on show.
    const bounded = (
      <RemoteBoundary address={address} onRetry={onRetry}>
        {screenOf(one)}
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
}
