import { defineConfig } from 'vitest/config';

/** Those that change what every visitor sees (live releases, the shop's clock), or measure time. */
const ALONE = 'journeys/alone/**/*.spec.ts';

const journeys = {
  setupFiles: ['src/visitors.setup.ts'],
  // The next file finds the browser of its worker running.
  isolate: false,
  testTimeout: 90_000,
  hookTimeout: 300_000,
  // Half of what a locator waits: rows follow an answer within a second, unless the machine is busy.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    // One stack for all.
    globalSetup: ['src/stack.setup.ts'],
    projects: [
      {
        test: {
          ...journeys,
          name: 'journeys',
          include: ['journeys/**/*.spec.ts'],
          exclude: [ALONE],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...journeys,
          name: 'alone',
          include: [ALONE],
          maxWorkers: 1,
          // Of tests that say they may run at the same time, each with a browser of its own.
          maxConcurrency: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
