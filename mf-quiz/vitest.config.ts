import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'mf-quiz', include: ['src/**/*.spec.ts'] } });
