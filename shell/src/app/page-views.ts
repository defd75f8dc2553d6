import { pageViewTracker } from '@course/platform/host';

/** The views of this document. */
export const pageViews = pageViewTracker();

/** At the latest, for a page that is never idle. */
const IDLE_MAX_MS = 5_000;

const whenIdle = (work: () => void): void =>
  // Safari has no idle callback.
  void ('requestIdleCallback' in globalThis
    ? requestIdleCallback(work, { timeout: IDLE_MAX_MS })
    : setTimeout(work, 1_000));

/** Loads what measures web vitals and reports errors. Once the screen can be used: until then errors are kept. */
export const startReporting = (): void =>
  whenIdle(() => void import('./reporter.ts').then(({ report }) => report(pageViews)));
