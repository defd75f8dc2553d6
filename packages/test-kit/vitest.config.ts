import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'test-kit',
    include: ['src/**/*.spec.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    isolate: false,
  },
});
