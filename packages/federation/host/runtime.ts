import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import injectExternalRuntimeCore from '@module-federation/inject-external-runtime-core-plugin';
import { containerName, EXPOSED, type RemoteAddress } from '../contract/remote.ts';

/** A remote that needs longer than this, all its files together, is given up. */
export const TIMEOUT_MS = 8_000;

/** What the host shares with remotes: modules by name, each with the version that remotes ask for. */
export type SharedModules = Readonly<Record<string, { readonly version: string; readonly module: unknown }>>;

/** Hashes of entry scripts by their whole addresses. */
const integrities = new Map<string, string>();

// The federation runtime makes whole addresses of what is registered.
const whole = (address: string): string => new URL(address, location.href).href;

/** Makes an entry script that the browser runs only if it is the one that was released. */
function entryScript(src: string): HTMLScriptElement {
  const script = document.createElement('script');
  const integrity = integrities.get(whole(src));
  if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
  script.src = src;
  return script;
}

const loading: ModuleFederationRuntimePlugin = {
  name: 'loading',
  createScript: ({ url }) => ({ script: entryScript(url), timeout: TIMEOUT_MS }),
  // A preload that failed answers the first real request with its failure, so one more is worth it.
  loadEntryError: ({ getRemoteEntry, origin, remoteInfo, remoteEntryExports, globalLoading, uniqueKey }) => {
    delete globalLoading[uniqueKey];
    // The hook's type asks for a promise of a promise.
    return getRemoteEntry({ origin, remoteInfo, ...(remoteEntryExports && { remoteEntryExports }) }) as Promise<never>;
  },
};

let runtime: ReturnType<typeof createInstance>;

/** Makes the host's federation runtime, from which remotes take its core and what is shared. Before the first remote is loaded. */
export const startRuntime = (shared: SharedModules): void => {
  runtime = createInstance({
    name: 'shell',
    remotes: [],
    plugins: [injectExternalRuntimeCore(), loading],
    shared: Object.fromEntries(
      Object.entries(shared).map(([name, { version, module }]) => [
        name,
        { version, lib: () => module, shareConfig: { singleton: true, requiredVersion: `^${version}`, eager: true } },
      ]),
    ),
  });
};

/** Registers a remote in place of what bore its name, so that its entry script runs afresh, and returns what it exposes. */
export async function importExposed({
  name,
  entry,
  integrity,
}: Pick<RemoteAddress, 'name' | 'entry' | 'integrity'>): Promise<unknown> {
  announceInlinedStyles();
  if (integrity) integrities.set(whole(entry), integrity);
  const container = containerName(name);
  runtime.registerRemotes([{ name: container, entry }], {
    force: runtime.options.remotes.some(({ name: known }) => known === container),
  });
  const load = () => runtime.loadRemote(`${container}/${EXPOSED}`);
  return load().catch((error: unknown) => {
    // As with the entry script: a chunk's preload may have failed.
    if (error instanceof Error && error.name === 'ChunkLoadError') return load();
    throw error;
  });
}

/** A remote's own runtime fetches each style sheet that no link names. What stands in the page gets a link that fetches nothing. */
function announceInlinedStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-href]')) {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      disabled: true,
      href: style.dataset['href'],
    });
    // The runtime compares whole addresses.
    link.setAttribute('href', link.href);
    style.removeAttribute('data-href');
    document.head.append(link);
  }
}
