import type { RuntimeConfig } from '@course/contracts';
import { read } from '@course/platform';
import { runtimeConfig } from '@course/platform/host';

/** The registry's present state; what the page was served with when it cannot be had. */
export async function fetchRuntimeConfig(): Promise<RuntimeConfig> {
  try {
    return (await read(['', 'runtime-config.json'])) as RuntimeConfig;
  } catch {
    return runtimeConfig();
  }
}
