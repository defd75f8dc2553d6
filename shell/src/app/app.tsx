import { forget, isLoaded, loadScreen } from '@course/federation/host';
import { readAnswers, readFurthest } from '@course/platform';
import { replaceRuntimeConfig } from '@course/platform/host';
import { startTransition, useDeferredValue, useEffect, useState, useTransition } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import type { Retry } from '../remotes/fallback-screen.tsx';
import { Unavailable } from '../remotes/remote-boundary.tsx';
import { RemoteScreen } from '../remotes/remote-screen.tsx';
import { fetchHostConfig, hostConfig, ownerOf } from '../remotes/runtime-config.ts';
import { nearestStep } from './nearest-step.ts';
import { pageViews } from './page-views.ts';
import { NotFound } from './not-found.tsx';
import { ScreenEffects, ScreenHistory } from './screen-effects.tsx';

/** Navigates without transitions, which React renders last and in slices: a tap would have to wait for its screen. */
export const App = () => (
  <BrowserRouter useTransitions={false}>
    <ScreenHistory>
      <CurrentScreen />
    </ScreenHistory>
  </BrowserRouter>
);

/** Records a page view, with its visible time, for each path that is shown. */
function usePageViews(path: string): void {
  useEffect(() => pageViews.enterPage(path), [path]);
  useEffect(() => pageViews.followPage(), []);
}

/**
 * Renders the screen of the current path. There are no `<Routes>`: the live releases declare which paths exist, and the
 * current screen must stay mounted, within its remote, until the next one's code has loaded.
 */
function CurrentScreen() {
  const requested = useLocation().pathname.replace(/(.)\/+$/, '$1');
  const [config, setConfig] = useState(hostConfig);
  const [isRetrying, startRetry] = useTransition();
  const shown = useDeferredValue(requested);
  const owner = ownerOf(requested, config);
  const path = !owner || isLoaded(owner, requested) ? requested : shown;
  usePageViews(path);
  const address = ownerOf(path, config);
  const tryAgain = async () => {
    const fresh = await fetchHostConfig();
    if (address) forget(address);
    replaceRuntimeConfig(fresh);
    const successor = ownerOf(path, fresh);
    // The fallback stays until this attempt has ended.
    if (successor) await loadScreen(successor, path);
    // New objects make the boundaries try each remote once more.
    startTransition(() => setConfig({ ...fresh, remotes: fresh.remotes.map((remote) => ({ ...remote })) }));
  };
  const retry: Retry = { isPending: isRetrying, onRetry: () => startRetry(tryAgain) };
  if (!address) {
    // The edge has never been able to read one of the remotes, which may own this path: like the edge, show no 404.
    if (config.remotes.some(({ paths }) => paths.length === 0)) return <Unavailable reason="unreachable" {...retry} />;
    return <Missing path={path} exists={(other) => ownerOf(other, config) !== undefined} />;
  }
  return <RemoteScreen address={address} path={path} retry={retry} />;
}

interface MissingProps {
  readonly path: string;
  readonly exists: (path: string) => boolean;
}

/**
 * Shows "not found", or redirects a visitor whose step was removed by a release to the nearest step that still exists.
 */
function Missing({ path, exists }: MissingProps) {
  const navigate = useNavigate();
  const nearest = nearestStep(path, { answered: Object.keys(readAnswers()), furthest: readFurthest() }, exists);
  useEffect(() => {
    // This screen stays mounted, and may render again, until the nearest one's code has loaded.
    if (nearest && location.pathname !== nearest) void navigate(nearest, { replace: true });
  }, [navigate, nearest]);
  return (
    <ScreenEffects title="Page not found">
      <NotFound />
    </ScreenEffects>
  );
}
