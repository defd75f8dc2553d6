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
          setupFiles: '../packages/test-kit/src/components.setup.ts',
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
