import { replaceRuntimeConfig, runtimeConfig } from '@course/platform/host';
import { startTransition, useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { forget } from '../remotes/load.ts';
import { RemoteScreen } from '../remotes/remote-screen.tsx';
import { fetchRuntimeConfig } from '../remotes/runtime-config.ts';
import { NotFound } from './not-found.tsx';
import { ScreenEffects } from './screen-effects.tsx';
import { usePageViews } from './use-page-views.ts';

export const App = () => (
  <BrowserRouter>
    <CurrentScreen />
  </BrowserRouter>
);

function CurrentScreen() {
  const path = useLocation().pathname.replace(/(?<=.)\/+$/, '');
  const [config, setConfig] = useState(runtimeConfig);
  usePageViews(path);
  const address = config.remotes.find(({ paths }) => paths.includes(path));
  if (!address) {
    return (
      <ScreenEffects title="Page not found">
        <NotFound />
      </ScreenEffects>
    );
  }
  const retry = async () => {
    const fresh = await fetchRuntimeConfig();
    forget(address);
    replaceRuntimeConfig(fresh);
    startTransition(() => setConfig({ ...fresh }));
  };
  return <RemoteScreen address={address} path={path} onRetry={() => void retry()} />;
}
