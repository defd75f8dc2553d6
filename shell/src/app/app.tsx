import { forget, isLoaded, load } from '@course/federation/host';
import { readAnswers, readFurthest } from '@course/platform';
import { replaceRuntimeConfig } from '@course/platform/host';
import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { Unavailable } from '../remotes/remote-boundary.tsx';
import { RemoteScreen } from '../remotes/remote-screen.tsx';
import { fetchHostConfig, hostConfig, ownerOf } from '../remotes/runtime-config.ts';
import { nearestStep } from './nearest-step.ts';
import { pageViews } from './page-views.ts';
import { NotFound } from './not-found.tsx';
import { ScreenEffects, ScreenHistory } from './screen-effects.tsx';

/** Not in transitions, which React renders last and in slices: a tap would wait for its screen. */
export const App = () => (
  <BrowserRouter useTransitions={false}>
    <ScreenHistory>
      <CurrentScreen />
    </ScreenHistory>
  </BrowserRouter>
);

/** Records a view of each path that is shown, and how long it was visible. */
function usePageViews(path: string): void {
  useEffect(() => pageViews.enterPage(path), [path]);
  useEffect(() => pageViews.followPage(), []);
}

/**
 * Without `<Routes>`: which paths exist is data of the live releases, and the screen on show must stay, mounted within
 * its remote, until the code of the one asked for has arrived.
 */
function CurrentScreen() {
  const asked = useLocation().pathname.replace(/(.)\/+$/, '$1');
  const [config, setConfig] = useState(hostConfig);
  // The screen on show stays until the code of the one asked for is here.
  const shown = useDeferredValue(asked);
  const wanted = ownerOf(asked, config);
  const path = !wanted || isLoaded(wanted) ? asked : shown;
  usePageViews(path);
  const address = ownerOf(path, config);
  const retry = async () => {
    const fresh = await fetchHostConfig();
    if (address) forget(address);
    replaceRuntimeConfig(fresh);
    const successor = ownerOf(path, fresh);
    // The fallback stays until it is known how this attempt ends.
    if (successor) await load(successor);
    // A remote that is to be tried once more is known by its being another object.
    startTransition(() => setConfig({ ...fresh, remotes: fresh.remotes.map((remote) => ({ ...remote })) }));
  };
  if (!address) {
    // The edge could never read one of the remotes, which may own this path: as there, that is no 404.
    if (config.remotes.some(({ paths }) => paths.length === 0))
      return <Unavailable reason="unreachable" onRetry={() => void retry()} />;
    return <Missing path={path} exists={(other) => ownerOf(other, config) !== undefined} />;
  }
  return <RemoteScreen address={address} path={path} onRetry={() => void retry()} />;
}

interface MissingProps {
  readonly path: string;
  readonly exists: (path: string) => boolean;
}

/** Not found; a visitor who was here before a release took the step away goes on at the nearest one. */
function Missing({ path, exists }: MissingProps) {
  const navigate = useNavigate();
  const nearest = nearestStep(path, { answered: Object.keys(readAnswers()), furthest: readFurthest() }, exists);
  useEffect(() => {
    // This screen stays on show, and renders, until the nearest one's code is here.
    if (nearest && location.pathname !== nearest) void navigate(nearest, { replace: true });
  }, [navigate, nearest]);
  return (
    <ScreenEffects title="Page not found">
      <NotFound />
    </ScreenEffects>
  );
}
