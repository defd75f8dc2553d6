import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['journeys/**/*.spec.ts'],
    globalSetup: ['src/stack.setup.ts'],
    // One browser and one stack for all: journeys run one after the other.
    fileParallelism: false,
    // Of tests that say they may run at the same time, each with a browser of its own.
    maxConcurrency: 3,
    testTimeout: 90_000,
    hookTimeout: 300_000,
  },
});
