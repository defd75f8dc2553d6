import type { HostConfig, RemoteAddress } from '@course/federation/contract';
import { read } from '@course/platform';
import { runtimeConfig } from '@course/platform/host';

/** Returns the page's runtime configuration, with its remotes. */
export const hostConfig = (): HostConfig => runtimeConfig() as HostConfig;

/** Returns the page's current remotes. */
export const pageRemotes = (): readonly RemoteAddress[] => hostConfig().remotes;

/** Returns the remote that has a screen at `path`, if any. */
export const ownerOf = (path: string | undefined, { remotes } = hostConfig()): RemoteAddress | undefined =>
  remotes.find(({ paths }) => path !== undefined && paths.includes(path));

/** Fetches the current runtime configuration. Returns the page's own if that fails. */
export async function fetchHostConfig(): Promise<HostConfig> {
  try {
    return (await read(['', 'runtime-config.json'])) as HostConfig;
  } catch {
    return hostConfig();
  }
}
