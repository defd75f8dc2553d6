import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'funnel', include: ['src/**/*.spec.ts'], testTimeout: 60_000, isolate: false },
});
