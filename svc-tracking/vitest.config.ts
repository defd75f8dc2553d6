import { runFirst } from '@course/test-kit/run-first';
import { defineConfig } from 'vitest/config';

// Vite compiles as tsconfig.json says, so decorators record the constructor types by which Nest injects.
export default defineConfig({
  test: {
    sequence: { sequencer: runFirst(/\/(silent-stores|faults)\.spec\.ts$/) },
    // A worker ends when the next file needs another environment, so the page's components have one of their own.
    projects: [
      {
        extends: true,
        test: {
          name: 'svc-tracking',
          globalSetup: '../packages/test-kit/src/run-stores.setup.ts',
          include: ['{src,test,insights-page}/**/*.spec.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Far longer than anything takes on an idle machine.
          expect: { poll: { timeout: 60_000 } },
          // Tests mostly wait for stores that are silent, killed or full.
          maxWorkers: 3,
          // Nest takes seconds to load; no test changes a module.
          isolate: false,
        },
      },
      {
        test: {
          name: 'insights page',
          include: ['insights-page/**/*.spec.tsx'],
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
          isolate: false,
        },
      },
    ],
  },
});
