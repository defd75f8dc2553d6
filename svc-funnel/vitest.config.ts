import { runFirst } from '@course/test-kit/run-first';
import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Nest reads constructor types at run time, so tests are compiled in the same way as the build.
  plugins: [
    swc.vite({
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true, decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        keepClassNames: true,
      },
    }),
  ],
  test: {
    name: 'svc-funnel',
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    globalSetup: '../packages/test-kit/src/run-stores.setup.ts',
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Far longer than anything takes on an idle machine.
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    sequence: { sequencer: runFirst(/\/(silent-stores|faults)\.spec\.ts$/) },
    // Nest, Prisma and Stripe take seconds to load; no test changes a module.
    isolate: false,
  },
});
