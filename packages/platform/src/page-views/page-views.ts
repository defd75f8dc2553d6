import type { BatchedView, Vitals } from '@course/contracts';
import { afterPaint, runPending } from '../after-paint.ts';
import { shownRelease } from './shown-release.ts';
import { startStopwatch, type Stopwatch } from './stopwatch.ts';
import { uuidV7 } from '../uuid.ts';
import { variantOf } from '../variant.ts';
import { report, sendEntry, sendWaiting } from './delivery.ts';
import { keepView, setCurrentView } from './kept-views.ts';
import { currentSessionId } from '../visitor.ts';

/** A page that ends without an event loses at most this much visible time. */
const HEARTBEAT_MS = 1_000;

/** How many recent views are kept, so that vitals and errors can be assigned to them. */
const RECENT_MAX = 20;

declare global {
  interface Document {
    /** Only in browsers that prerender pages. */
    prerendering?: boolean;
  }
}

/** A view of this document. */
export interface View {
  readonly entry: BatchedView;
  readonly watch: Stopwatch;
  /** In ms of `performance.now()`. */
  readonly startedAt: number;
  vitals: Vitals;
  /** How it ended. */
  ended?: BatchedView;
  /** Known once the server has responded. */
  id?: string | undefined;
}

export interface PageViewTracker {
  /**
   * Ends the current view, if any, and begins one of `pagePath`, unless that is the current path. Only takes the time:
   * the rest follows after the next paint.
   */
  readonly enterPage: (pagePath: string) => void;
  /** Ends the current view at once: the page may be about to end. */
  readonly leavePage: () => void;
  /**
   * Follows the page's lifecycle: hidden, shown again, left, restored from the back/forward cache. Sends what earlier
   * pages could not. Returns a function that stops it.
   */
  readonly followPage: () => () => void;
  /** Returns the recent views, the current one last. */
  readonly recentViews: () => readonly View[];
}

/** Records which paths were shown, and for how long. One for each document. */
export function pageViewTracker(): PageViewTracker {
  let current: View | undefined;
  let shownPath: string | undefined;
  let views: readonly View[] = [];

  const enterPage = (pagePath: string): void => {
    if (pagePath === shownPath) return;
    if (shownPath !== undefined) return enterNext(pagePath);
    shownPath = pagePath;
    enterFirst();
  };

  const enterFirst = (): void => {
    // The browser is prerendering the page, which may never be seen.
    if (document.prerendering) return document.addEventListener('prerenderingchange', enterFirst, { once: true });
    afterPaint(() => record(begin(msSincePaint())));
  };

  const enterNext = (pagePath: string): void => {
    // The first view begins with its paint, unless another begins sooner.
    if (!current) runPending();
    shownPath = pagePath;
    const sendEnded = endView();
    const view = begin(0);
    afterPaint(() => {
      sendEnded?.();
      record(view);
    });
  };

  /** Begins a view of the current path, which was painted `shownMs` ago. */
  const begin = (shownMs: number): View => {
    const sessionId = currentSessionId();
    const key = uuidV7(Date.now() - shownMs);
    setCurrentView(key);
    const pagePath = shownPath ?? '';
    const entry = { sessionId, pagePath, key, variant: variantOf(sessionId), ...shownRelease(pagePath) };
    const view = { entry, watch: startStopwatch(shownMs), startedAt: performance.now() - shownMs, vitals: {} };
    views = [...views, view].slice(-RECENT_MAX);
    return (current = view);
  };

  /** Ends the current view. Returns a function that sends it. */
  const endView = (): (() => void) | undefined => {
    if (!current) return undefined;
    const view = current;
    const ended = snapshotOf(view);
    view.ended = ended;
    current = undefined;
    setCurrentView(undefined);
    return () => void report(ended, view.id);
  };

  const leavePage = (): void => {
    runPending();
    endView()?.();
  };

  /** A hidden page may end without an event, as on phones. A later report replaces this one. */
  const reportSoFar = (): void => {
    runPending();
    if (current) void report(snapshotOf(current), current.id);
  };

  const heartbeat = (): void => {
    if (current) keepView(snapshotOf(current));
  };

  const followPage = (): (() => void) => {
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('visibilitychange', () => (document.hidden ? reportSoFar() : heartbeat()), { signal });
    addEventListener('pagehide', leavePage, { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && enterNext(shownPath ?? ''), { signal });
    addEventListener('online', () => void sendWaiting(), { signal });
    const heartbeats = setInterval(() => document.hidden || heartbeat(), HEARTBEAT_MS);
    signal.addEventListener('abort', () => clearInterval(heartbeats));
    afterPaint(() => void sendWaiting());
    return () => controller.abort();
  };

  return { enterPage, leavePage, followPage, recentViews: () => views };
}

function record(view: View): void {
  keepView(snapshotOf(view));
  void sendEntry(view.entry).then((id) => (view.id = id));
}

/**
 * Returns how long ago the served page was painted, in ms: 0 for one that the browser prerendered, which is not painted
 * yet when it is shown.
 */
function msSincePaint(): number {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return paint ? Math.round(performance.now() - paint.startTime) : 0;
}

const snapshotOf = ({ entry, watch, vitals }: View): BatchedView => ({
  ...entry,
  exit: { exitedAt: new Date().toISOString(), ...watch.read(), ...(Object.keys(vitals).length > 0 && { vitals }) },
});
