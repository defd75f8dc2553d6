import { onPreload, runtimeConfig } from '@course/platform/host';
import { forget, load } from './load.ts';

/** Fetches the remote of a path ahead, when a screen says that the visitor is near it. A failure is tried anew on arrival. */
export function preloadRemotesAhead(): void {
  onPreload((path) => {
    const address = runtimeConfig().remotes.find(({ paths }) => paths.includes(path));
    if (!address) return;
    void load(address).then((result) => result.ok || forget(address));
  });
}
