import type { HostConfig, RemoteAddress } from '@course/federation/contract';
import { read } from '@course/platform';
import { runtimeConfig } from '@course/platform/host';

/** The page's configuration, with its remotes. */
export const hostConfig = (): HostConfig => runtimeConfig() as HostConfig;

/** Returns the remotes of the page as they are now. */
export const pageRemotes = (): readonly RemoteAddress[] => hostConfig().remotes;

/** Returns the remote that has a screen at `path`, if any. */
export const ownerOf = (path: string | undefined, { remotes } = hostConfig()): RemoteAddress | undefined =>
  remotes.find(({ paths }) => path !== undefined && paths.includes(path));

/** Returns the registry's present state, or what the page was served with when that cannot be fetched. */
export async function fetchHostConfig(): Promise<HostConfig> {
  try {
    return (await read(['', 'runtime-config.json'])) as HostConfig;
  } catch {
    return hostConfig();
  }
}
