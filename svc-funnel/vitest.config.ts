import { runFirst } from '@course/test-kit/run-first';
import { defineConfig } from 'vitest/config';

// Vite compiles as tsconfig.json says, so decorators record the constructor types by which Nest injects.
export default defineConfig({
  test: {
    name: 'svc-funnel',
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    globalSetup: '../packages/test-kit/src/run-stores.setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Far longer than anything takes on an idle machine.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    sequence: { sequencer: runFirst(/\/(silent-stores|faults)\.spec\.ts$/) },
    // Nest, Prisma and Stripe take seconds to load; no test changes a module.
    isolate: false,
  },
});
