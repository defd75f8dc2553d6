import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'mf-legal', include: ['src/**/*.spec.{ts,tsx}'] } });
