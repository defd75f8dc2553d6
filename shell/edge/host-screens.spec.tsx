// @vitest-environment jsdom
import type { HostConfig } from '@course/federation/contract';
import { act } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOST_SCREENS } from './host-screens.ts';
import { App } from '../src/app/app.tsx';

const config: HostConfig = {
  // How the edge describes a remote that it has never been able to read.
  remotes: [
    {
      name: 'mf-offer',
      version: '1',
      contract: 2,
      entry: '/remotes/x/remoteEntry.js',
      paths: [],
      scripts: [],
      styles: [],
    },
  ],
  flow: { entries: {}, path: [], counted: [], labels: {} },
  payments: null,
  servedOn: '2026-11-23',
};

const onReactError = vi.fn();
let root: Root | undefined;

/** Hydrates a page of the edge at `path` with this markup. */
async function hydrate(path: string, html: string): Promise<void> {
  history.replaceState(null, '', path);
  document.body.innerHTML = `<div id="root">${html}</div><script type="application/json" id="runtime-config">${JSON.stringify(config)}</script>`;
  await act(async () => {
    root = hydrateRoot(document.getElementById('root')!, <App />, {
      onRecoverableError: onReactError,
      onUncaughtError: onReactError,
    });
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  act(() => root?.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows a fallback with Retry instead of a 404 while a remote has never been readable', async () => {
  const fetched = vi.fn(async () => Response.json(config));
  vi.stubGlobal('fetch', fetched);
  await hydrate('/email', HOST_SCREENS.unavailable.unreachable);
  expect(onReactError).not.toHaveBeenCalled();
  expect(document.querySelector('[data-reason]')?.getAttribute('data-reason')).toBe('unreachable');
  await act(async () => document.querySelector('button')!.click());
  expect(fetched).toHaveBeenCalledWith('/runtime-config.json', expect.anything());
  expect(document.querySelector('[data-reason="unreachable"]')).not.toBeNull();
});
