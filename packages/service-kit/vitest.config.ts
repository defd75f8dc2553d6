import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'service-kit',
    include: ['src/**/*.spec.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    isolate: false,
  },
});
