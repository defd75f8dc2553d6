import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What component tests need of vitest's configuration. */
export const COMPONENTS = {
  setupFiles: fileURLToPath(import.meta.resolve('@course/presets/components.setup')),
  // They import style sheets, which Node by itself cannot.
  server: { deps: { inline: [/@course\//] } },
};

/**
 * vitest's configuration for a remote. Specs stand beside what they test; those of components begin with
 * `@vitest-environment jsdom`. Files share their modules and the page, which takes half the time: who needs a page that was
 * just loaded begins with `vi.resetModules()`.
 * @param {string} name the remote's
 */
export const remoteTests = (name) =>
  defineConfig({
    test: { name, include: ['src/**/*.spec.{ts,tsx}'], testTimeout: 30_000, isolate: false, ...COMPONENTS },
  });
