import { defineConfig } from 'vitest/config';

/** Journeys that publish. The second runs only in `npm run test:long`. */
const ALONE = ['journeys/alone.spec.ts', 'journeys/own-repository.spec.ts'];

const journeys = {
  // Starts a stack for each project.
  globalSetup: ['src/stack.setup.ts'],
  setupFiles: ['src/visitors.setup.ts'],
  // The files of a worker share its browser.
  isolate: false,
  // Journeys wait a lot and compute in bursts.
  maxWorkers: 3,
  maxConcurrency: 3,
  // Far longer than a slow machine under load needs, because a timeout of a slow machine proves nothing.
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
