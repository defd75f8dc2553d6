import type { HostConfig } from '@course/federation/contract';
import { read } from '@course/platform';
import { runtimeConfig } from '@course/platform/host';

/** The page's configuration, with its remotes. */
export const hostConfig = (): HostConfig => runtimeConfig() as HostConfig;

/** The registry's present state; what the page was served with when it cannot be had. */
export async function fetchHostConfig(): Promise<HostConfig> {
  try {
    return (await read(['', 'runtime-config.json'])) as HostConfig;
  } catch {
    return hostConfig();
  }
}
