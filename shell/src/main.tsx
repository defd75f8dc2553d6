import '@course/ui/base.css';
import './app/host.css';
import { preload, REACT_REPORTS, startRuntime } from '@course/federation/host';
import { afterPaint, ensureSession, flushOutbox, preloadRequestAtom, store } from '@course/platform/host';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { insertDeferredHead } from './app/deferred-head.ts';
import { bringDisplayFace } from './app/display-face.ts';
import { showOverlays } from './app/overlays.ts';
import { ownerOf } from './remotes/runtime-config.ts';
import { SHARED } from './remotes/shared.ts';

startRuntime(SHARED);
insertDeferredHead();

const root = document.getElementById('root')!;
hydrateRoot(
  root,
  <StrictMode>
    <App />
  </StrictMode>,
  REACT_REPORTS,
);
bringDisplayFace(root).catch(() => {});
showOverlays(document.getElementById('notices')!);
// Not before the screen can be used.
afterPaint(() => void ensureSession().then(flushOutbox));
store.sub(preloadRequestAtom, () => preload(ownerOf(store.get(preloadRequestAtom)?.path)));
