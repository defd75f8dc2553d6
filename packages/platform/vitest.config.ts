import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'platform',
    include: ['src/**/*.spec.{ts,tsx}'],
    unstubGlobals: true,
    restoreMocks: true,
    isolate: false,
  },
});
