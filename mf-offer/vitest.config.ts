import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'mf-offer', include: ['src/**/*.spec.{ts,tsx}'] } });
