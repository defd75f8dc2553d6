import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'build', include: ['test/**/*.spec.{ts,mjs}'], testTimeout: 60_000, hookTimeout: 120_000 } });
