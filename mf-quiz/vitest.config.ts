import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'mf-quiz',
    include: ['src/**/*.spec.{ts,tsx}'],
    testTimeout: 30_000,
    setupFiles: '../packages/test-kit/src/components.setup.ts',
  },
});
