import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'shell', include: ['{src,edge}/**/*.spec.{ts,tsx}'], isolate: false } });
