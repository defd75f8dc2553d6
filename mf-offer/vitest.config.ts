import { COMPONENTS } from '@course/presets/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'mf-offer components',
          include: ['src/**/*.spec.tsx'],
          testTimeout: 30_000,
          isolate: false,
          ...COMPONENTS,
        },
      },
      {
        test: {
          name: 'mf-offer rules',
          include: ['src/**/*.spec.ts'],
          unstubGlobals: true,
          isolate: false,
        },
      },
    ],
  },
});
