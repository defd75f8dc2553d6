import { pageViewTracker } from '@course/platform/host';
import { once } from './once.ts';

/** Tracks the page views of this document. */
export const pageViews = pageViewTracker();

/** How long to wait for an idle moment, in case the page never has one. */
const IDLE_MAX_MS = 5_000;

const whenIdle = (work: () => void): void =>
  // Safari has no idle callback.
  void ('requestIdleCallback' in globalThis
    ? requestIdleCallback(work, { timeout: IDLE_MAX_MS })
    : setTimeout(work, 1_000));

const loadReporting = once(async () => (await import('./reporter.ts')).report(pageViews), 'Reporting');

/** Loads the reporting of web vitals and errors. Call it once the screen is interactive; errors are kept until then. */
export function startReporting(): void {
  whenIdle(loadReporting);
  // In case loading it has failed.
  addEventListener('online', loadReporting);
}
