import { forget, isLoaded, load } from '@course/federation/host';
import { replaceRuntimeConfig } from '@course/platform/host';
import { startTransition, useDeferredValue, useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { RemoteScreen } from '../remotes/remote-screen.tsx';
import { fetchHostConfig, hostConfig } from '../remotes/runtime-config.ts';
import { NotFound } from './not-found.tsx';
import { ScreenEffects } from './screen-effects.tsx';
import { usePageViews } from './use-page-views.ts';

/** Not in transitions, which React renders last and in slices: a tap would wait for its screen. */
export const App = () => (
  <BrowserRouter useTransitions={false}>
    <CurrentScreen />
  </BrowserRouter>
);

function CurrentScreen() {
  const asked = useLocation().pathname.replace(/(?<=.)\/+$/, '');
  const [config, setConfig] = useState(hostConfig);
  const ownerOf = (screen: string) => config.remotes.find(({ paths }) => paths.includes(screen));
  // The screen on show stays until the code of the one asked for is here.
  const shown = useDeferredValue(asked);
  const wanted = ownerOf(asked);
  const path = !wanted || isLoaded(wanted) ? asked : shown;
  usePageViews(path);
  const address = ownerOf(path);
  if (!address) {
    return (
      <ScreenEffects title="Page not found">
        <NotFound />
      </ScreenEffects>
    );
  }
  const retry = async () => {
    const fresh = await fetchHostConfig();
    forget(address);
    replaceRuntimeConfig(fresh);
    const successor = fresh.remotes.find(({ name }) => name === address.name);
    // The fallback stays until it is known how this attempt ends.
    if (successor) await load(successor);
    startTransition(() => setConfig(structuredClone(fresh)));
  };
  return <RemoteScreen address={address} path={path} onRetry={() => void retry()} />;
}
