import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import injectExternalRuntimeCore from '@module-federation/inject-external-runtime-core-plugin';
import { containerName, EXPOSED, type RemoteAddress } from '../contract/remote.ts';
import { isChunkError } from './failure.ts';

/** Loading a remote fails if all its files together take longer than this. */
export const TIMEOUT_MS = 8_000;

/** The modules that the host shares with remotes, by name, each with the version that remotes require. */
export type SharedModules = Readonly<Record<string, { readonly version: string; readonly module: unknown }>>;

/** Hashes of entry scripts by absolute address. */
const integrities = new Map<string, string>();

// The federation runtime makes registered addresses absolute.
const absolute = (address: string): string => new URL(address, location.href).href;

/** Creates an entry script element with its integrity: the browser runs only the script that was released. */
function entryScript(src: string): HTMLScriptElement {
  const script = document.createElement('script');
  const integrity = integrities.get(absolute(src));
  if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
  script.src = src;
  return script;
}

const loadingPlugin: ModuleFederationRuntimePlugin = {
  name: 'loading',
  createScript: ({ url }) => ({ script: entryScript(url), timeout: TIMEOUT_MS }),
  // A failed preload makes the first real request fail as well, so retry once.
  loadEntryError: ({ getRemoteEntry, origin, remoteInfo, remoteEntryExports, globalLoading, uniqueKey }) => {
    delete globalLoading[uniqueKey];
    // The hook's type requires a promise of a promise.
    return getRemoteEntry({ origin, remoteInfo, ...(remoteEntryExports && { remoteEntryExports }) }) as Promise<never>;
  },
};

let runtime: ReturnType<typeof createInstance>;

/**
 * Creates the host's federation runtime, whose core and shared modules remotes use. Call it before loading the first
 * remote.
 */
export const startRuntime = (shared: SharedModules): void => {
  runtime = createInstance({
    name: 'shell',
    remotes: [],
    plugins: [injectExternalRuntimeCore(), loadingPlugin],
    shared: Object.fromEntries(
      Object.entries(shared).map(([name, { version, module }]) => [
        name,
        { version, lib: () => module, shareConfig: { singleton: true, requiredVersion: `^${version}`, eager: true } },
      ]),
    ),
  });
};

/**
 * Registers a remote, replacing any of the same name so that its entry script runs afresh, and returns its exposed
 * module.
 */
export async function importExposed({
  name,
  entry,
  integrity,
}: Pick<RemoteAddress, 'name' | 'entry' | 'integrity'>): Promise<unknown> {
  announceInlinedStyles();
  if (integrity) integrities.set(absolute(entry), integrity);
  const container = containerName(name);
  runtime.registerRemotes([{ name: container, entry }], {
    force: runtime.options.remotes.some(({ name: known }) => known === container),
  });
  return withSecondAttempt(() => runtime.loadRemote(`${container}/${EXPOSED}`));
}

/** Loads chunks; once more if one fails: as with the entry script, its preload may have failed. */
export const withSecondAttempt = <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> =>
  load().catch((error: unknown) => {
    if (isChunkError(error)) return load();
    throw error;
  });

/** A remote's own runtime fetches each style sheet that has no link. Inlined ones get a link that fetches nothing. */
function announceInlinedStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-href]')) {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      disabled: true,
      href: style.dataset['href'],
    });
    // The runtime compares absolute addresses.
    link.setAttribute('href', link.href);
    style.removeAttribute('data-href');
    document.head.append(link);
  }
}
