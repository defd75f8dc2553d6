import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'federation',
    include: ['**/*.spec.{ts,mjs}'],
    exclude: ['**/node_modules/**', 'template/**'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    isolate: false,
  },
});
