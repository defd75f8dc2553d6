import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'dev-stack',
    include: ['src/**/*.spec.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    isolate: false,
  },
});
