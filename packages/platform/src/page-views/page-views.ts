import type { BatchedView, Vitals } from '@course/contracts';
import { afterPaint, doNow } from '../after-paint.ts';
import { shownRelease } from './shown-release.ts';
import { startStopwatch, type Stopwatch } from './stopwatch.ts';
import { uuidV7 } from '../uuid.ts';
import { variantOf } from '../variant.ts';
import { report, sendEntry, sendWaiting } from './delivery.ts';
import { keepView, showView } from './kept-views.ts';
import { currentSessionId } from '../visitor.ts';

/** A page that ends without an event loses at most this much of its visible time. */
const HEARTBEAT_MS = 1_000;

/** Of so many views it is known when they were on show. */
const REMEMBERED_MAX = 20;

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
  /** Known once the server has answered. */
  id?: string | undefined;
}

export interface PageViewTracker {
  /**
   * Ends the view on show, if any, and begins one of `pagePath`, unless that is the path on show. Only takes the time:
   * the rest follows after the next paint.
   */
  readonly enterPage: (pagePath: string) => void;
  /** Ends the view on show at once: the page may not live on. */
  readonly leavePage: () => void;
  /**
   * Follows the page's lifecycle: hidden, shown again, left, restored from the back/forward cache. Sends what earlier
   * pages could not. Returns what ends it.
   */
  readonly followPage: () => () => void;
  /** Returns the latest views, the one on show last. */
  readonly recentViews: () => readonly View[];
}

/** Records which paths were on show, and for how long. One for each document. */
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
    // Prerendered by the browser, and perhaps never seen.
    if (document.prerendering) return document.addEventListener('prerenderingchange', enterFirst, { once: true });
    afterPaint(() => record(begin(msSincePaint())));
  };

  const enterNext = (pagePath: string): void => {
    // The first view begins with its paint, unless another comes sooner.
    if (!current) doNow();
    shownPath = pagePath;
    const left = endView();
    const view = begin(0);
    afterPaint(() => {
      left?.();
      record(view);
    });
  };

  /** Begins a view of the path on show, which was painted so many ms ago. */
  const begin = (shownMs: number): View => {
    const sessionId = currentSessionId();
    const key = uuidV7(Date.now() - shownMs);
    showView(key);
    const pagePath = shownPath ?? '';
    const entry = { sessionId, pagePath, key, variant: variantOf(sessionId), ...shownRelease(pagePath) };
    const view = { entry, watch: startStopwatch(shownMs), startedAt: performance.now() - shownMs, vitals: {} };
    views = [...views, view].slice(-REMEMBERED_MAX);
    return (current = view);
  };

  /** Stops the time. Returns what sends the view. */
  const endView = (): (() => void) | undefined => {
    if (!current) return undefined;
    const view = current;
    const ended = soFar(view);
    view.ended = ended;
    current = undefined;
    showView(undefined);
    return () => void report(ended, view.id);
  };

  const leavePage = (): void => {
    doNow();
    endView()?.();
  };

  /** A hidden page may be ended without an event, as phones do. What it reports later replaces this. */
  const reportSoFar = (): void => {
    doNow();
    if (current) void report(soFar(current), current.id);
  };

  const heartbeat = (): void => {
    if (current) keepView(soFar(current));
  };

  const followPage = (): (() => void) => {
    const end = new AbortController();
    const { signal } = end;
    document.addEventListener('visibilitychange', () => (document.hidden ? reportSoFar() : heartbeat()), { signal });
    addEventListener('pagehide', leavePage, { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && enterNext(shownPath ?? ''), { signal });
    addEventListener('online', () => void sendWaiting(), { signal });
    const heartbeats = setInterval(() => document.hidden || heartbeat(), HEARTBEAT_MS);
    signal.addEventListener('abort', () => clearInterval(heartbeats));
    afterPaint(() => void sendWaiting());
    return () => end.abort();
  };

  return { enterPage, leavePage, followPage, recentViews: () => views };
}

function record(view: View): void {
  keepView(soFar(view));
  void sendEntry(view.entry).then((id) => (view.id = id));
}

/** How long ago the served page was painted, in ms. A page that the browser prerendered has not been painted yet when it is shown. */
function msSincePaint(): number {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return paint ? Math.round(performance.now() - paint.startTime) : 0;
}

const soFar = ({ entry, watch, vitals }: View): BatchedView => ({
  ...entry,
  exit: { exitedAt: new Date().toISOString(), ...watch.read(), ...(Object.keys(vitals).length > 0 && { vitals }) },
});
