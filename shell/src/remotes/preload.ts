import { forget, load } from '@course/federation/host';
import { setPreloadHandler } from '@course/platform/host';
import { hostConfig } from './runtime-config.ts';

/** Fetches the remote of a path ahead, when a screen says that the visitor is near it. A failure is tried anew on arrival. */
export function preloadRemotesAhead(): void {
  setPreloadHandler((path) => {
    const address = hostConfig().remotes.find(({ paths }) => paths.includes(path));
    if (!address) return;
    void load(address).then((result) => result.ok || forget(address));
  });
}
