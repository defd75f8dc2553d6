import '@course/ui/base.css';
import './app/host.css';
import { DEFERRED_HEAD_ID } from '@course/federation/contract';
import { preload, REACT_ERROR_HANDLERS, startRuntime } from '@course/federation/host';
import { afterPaint, ensureSession, flushOutbox, preloadRequestAtom, store } from '@course/platform/host';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
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
  REACT_ERROR_HANDLERS,
);
showOverlays(document.getElementById('notices')!);
// Not before the screen is interactive.
afterPaint(() => void ensureSession().then(flushOutbox));
store.sub(preloadRequestAtom, () => {
  const { path = '' } = store.get(preloadRequestAtom) ?? {};
  const owner = ownerOf(path);
  if (owner) afterPaint(() => void preload(owner, path));
});

/**
 * Inserts the deferred head (preloads and whole style sheets) if the early script has not: it waits for the first
 * paint, and a hidden tab has none.
 */
function insertDeferredHead(): void {
  const template = document.getElementById(DEFERRED_HEAD_ID);
  if (template instanceof HTMLTemplateElement) template.replaceWith(template.content);
}
