import type { RemoteAddress, RemoteRoute } from '@course/federation/contract';
import { codeResult, load, loadCode, loadResult, RemoteUnavailable } from '@course/federation/host';
import { afterPaint, clearPrerenderRequest, usePrerenderRequest } from '@course/platform/host';
import { Activity, Fragment, memo, Suspense, use, useDeferredValue, useEffect, useState } from 'react';
import { ScreenEffects } from '../app/screen-effects.tsx';
import type { Retry } from './fallback-screen.tsx';
import { RemoteBoundary } from './remote-boundary.tsx';

interface Props {
  readonly address: RemoteAddress;
  readonly path: string;
  readonly retry: Retry;
}

/**
 * Renders the screen of `path` from its remote. While the remote's code is loading, the served HTML stays, or else the
 * screen shown before, because the Suspense boundary is the same for all remotes.
 * Adds no elements around or beside the screen: the tree must match the HTML that the remote's build rendered.
 */
export const RemoteScreen = ({ address, path, retry }: Props) => (
  <Suspense fallback={<Loading />}>
    <RemoteBoundary key={address.name} address={address} retry={retry}>
      <Loaded address={address} path={path} retry={retry} />
    </RemoteBoundary>
  </Suspense>
);

const Loading = () => (
  <main className="host-screen" data-screen="loading" aria-busy="true">
    <h1 className="visually-hidden">Loading</h1>
  </main>
);

/** Memoized by route, so that showing a prerendered screen does not render it again. */
const RouteScreen = memo(({ address, route }: { readonly address: RemoteAddress; readonly route: RemoteRoute }) => {
  const result = route.code && (codeResult(route.code) ?? use(loadCode(address, route.code)));
  if (result?.ok === false) throw new RemoteUnavailable(result.reason);
  return (
    <ScreenEffects title={route.title}>
      <route.Screen />
    </ScreenEffects>
  );
});

/** Renders the screen of `path`, the expected next one hidden after it, and the remote's backdrop. */
function Loaded({ address, path, retry }: Props) {
  const request = usePrerenderRequest();
  // The served screen is hydrated, so it must have no `Activity` around it that the served HTML did not have.
  const [served] = useState(path);
  // Rendered after the screen has been painted, so that no tap waits for decoration.
  const backdropPath = useDeferredValue(path);
  useEffect(() => () => afterPaint(clearPrerenderRequest), [path]);
  // After all other hooks: if the remote loads immediately, React renders again without reaching `use`, and expects
  // only the hooks before it.
  const result = loadResult(address) ?? use(load(address));
  // Thrown, not rendered: hydrating served HTML into another screen would make React log an error of its own.
  if (!result.ok) throw new RemoteUnavailable(result.reason);
  const { routes, Backdrop } = result.remote;
  const routeOf = (wanted: string) => routes.find((candidate) => candidate.path === wanted);
  const route = routeOf(path);
  if (!route) throw new Error(`there is no screen at ${path}`);
  const next = request?.from === path && ![path, served].includes(request.path) ? routeOf(request.path) : undefined;
  const screens = [route, ...(next ? [next] : [])].map((rendered) => {
    // Each has its own boundary, so that the prerendered screen cannot take down the visible one.
    const bounded = (
      <RemoteBoundary address={address} retry={retry}>
        <RouteScreen address={address} route={rendered} />
      </RemoteBoundary>
    );
    return rendered.path === served ? (
      <Fragment key={rendered.path}>{bounded}</Fragment>
    ) : (
      <Activity key={rendered.path} mode={rendered === route ? 'visible' : 'hidden'}>
        {bounded}
      </Activity>
    );
  });
  return [...screens, ...(Backdrop ? [<Backdrop key="backdrop" path={backdropPath} />] : [])];
}
