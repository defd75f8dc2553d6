import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Nest's decorators; the tests compile as the services' builds do.
  plugins: [
    swc.vite({
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true },
        keepClassNames: true,
      },
      module: { type: 'es6' },
    }),
  ],
  test: { name: 'service-kit', include: ['src/**/*.spec.ts'], testTimeout: 60_000, hookTimeout: 120_000 },
});
