import { RUNTIME_CONFIG_ID, type RuntimeConfig } from '@course/contracts';

let config: RuntimeConfig | undefined;

/**
 * Returns the page's runtime configuration. Not for rendering before hydration: served HTML is the same for all
 * configurations.
 */
export function runtimeConfig(): RuntimeConfig {
  config ??=
    (JSON.parse(document.getElementById(RUNTIME_CONFIG_ID)?.textContent ?? 'null') as RuntimeConfig | null) ??
    undefined;
  if (!config) throw new Error('The page holds no runtime configuration. Was it served by the edge?');
  return config;
}

export const replaceRuntimeConfig = (next: RuntimeConfig): void => {
  config = next;
};
