import { runFirst } from '@course/test-kit/run-first';
import { defineConfig } from 'vitest/config';

/** Journeys that concern all visitors. The second file runs only in `npm run test:long`. */
const SITE_WIDE = ['journeys/site-wide.spec.ts', 'journeys/own-repository.spec.ts'];

const journeys = {
  setupFiles: ['src/visitors.setup.ts'],
  // The files of a worker share its browser.
  isolate: false,
  // A third worker takes no time less, because each then needs more CPU.
  maxWorkers: 2,
  maxConcurrency: 3,
  // Far longer than a slow machine under load needs, because a timeout of a slow machine proves nothing.
  testTimeout: 240_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/** A project with a stack of its own. */
const project = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  test: { ...journeys, name, provide: { stack: name }, include: [...include], exclude: [...exclude] },
});

export default defineConfig({
  test: {
    // A failure that a retry hides is in the report only as its message.
    chaiConfig: { truncateThreshold: 0 },
    sequence: { sequencer: runFirst(/\/site-wide\.spec\.ts$/) },
    globalSetup: ['src/stack.setup.ts'],
    projects: [project('journeys', ['journeys/**/*.spec.ts'], SITE_WIDE), project('site-wide', SITE_WIDE)],
  },
});
