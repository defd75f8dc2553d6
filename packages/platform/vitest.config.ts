import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'platform', include: ['src/**/*.spec.ts'], unstubGlobals: true, restoreMocks: true },
});
