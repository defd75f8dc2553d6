import { defineConfig } from 'vitest/config';

/** Those that publish. The second runs in `npm run test:long` alone. */
const ALONE = ['journeys/alone.spec.ts', 'journeys/own-repository.spec.ts'];

const journeys = {
  // A stack for each project.
  globalSetup: ['src/stack.setup.ts'],
  setupFiles: ['src/visitors.setup.ts'],
  // The next file finds the browser of its worker running.
  isolate: false,
  // Journeys wait much and compute in bursts.
  maxWorkers: 3,
  maxConcurrency: 3,
  // Far beyond what a slow machine under load needs: a journey that fails early for want of time proves nothing.
  testTimeout: 240_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    projects: [
      { test: { ...journeys, name: 'journeys', include: ['journeys/**/*.spec.ts'], exclude: ALONE } },
      { test: { ...journeys, name: 'alone', include: ALONE } },
    ],
  },
});
