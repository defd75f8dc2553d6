import { runFirst } from '@course/test-kit/run-first';
import { defineConfig } from 'vitest/config';

/** Journeys that change something for every visitor. `own-repository` runs only in `npm run test:long`. */
const RELEASES = ['journeys/releases.spec.ts', 'journeys/own-repository.spec.ts'];
const CLOCK = ['journeys/clock.spec.ts'];

const journeys = {
  // Starts a stack for each project.
  globalSetup: ['src/stack.setup.ts'],
  setupFiles: ['src/visitors.setup.ts'],
  // The files of a worker share its browser.
  isolate: false,
  // Journeys wait a lot and compute in bursts.
  maxWorkers: 4,
  maxConcurrency: 3,
  // Far longer than a slow machine under load needs, because a timeout of a slow machine proves nothing.
  testTimeout: 240_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    sequence: { sequencer: runFirst(/\/(releases|clock|insights|course)\.spec\.ts$/) },
    projects: [
      { test: { ...journeys, name: 'journeys', include: ['journeys/**/*.spec.ts'], exclude: [...RELEASES, ...CLOCK] } },
      { test: { ...journeys, name: 'releases', include: RELEASES } },
      { test: { ...journeys, name: 'clock', include: CLOCK } },
    ],
  },
});
