import { COMPONENTS } from '@course/presets/vitest';
import { defineConfig } from 'vitest/config';

/** Replaces a module, which needs a registry of modules of its own. */
const MOCKING = 'src/offer/kept-choices.spec.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'mf-offer components',
          include: ['src/**/*.spec.tsx', MOCKING],
          testTimeout: 30_000,
          ...COMPONENTS,
        },
      },
      {
        test: {
          name: 'mf-offer rules',
          include: ['src/**/*.spec.ts'],
          exclude: [MOCKING],
          unstubGlobals: true,
          isolate: false,
        },
      },
    ],
  },
});
