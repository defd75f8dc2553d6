import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The vitest options that component tests need. */
export const COMPONENTS = {
  setupFiles: fileURLToPath(import.meta.resolve('@course/presets/components.setup')),
  // They import style sheets, which Node alone cannot load.
  server: { deps: { inline: [/@course\//] } },
};

/**
 * Returns vitest's configuration for a remote. Specs are next to what they test; those of components begin with
 * `@vitest-environment jsdom`. Files share their modules and the page, which halves the run time: a file that needs a
 * freshly loaded page begins with `vi.resetModules()`.
 * @param {string} name the remote's name
 */
export const remoteTests = (name) =>
  defineConfig({
    test: { name, include: ['src/**/*.spec.{ts,tsx}'], testTimeout: 30_000, isolate: false, ...COMPONENTS },
  });
