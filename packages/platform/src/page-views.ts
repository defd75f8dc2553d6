import type { BatchedView } from '@course/contracts';
import { afterPaint, doNow } from './after-paint.ts';
import { startStopwatch, type Stopwatch } from './stopwatch.ts';
import { uuidV7 } from './uuid.ts';
import { variantOf } from './variant.ts';
import { report, sendEntry, sendWaiting } from './view-delivery.ts';
import { keepView, showView } from './view-outbox.ts';
import { currentSessionId } from './visitor.ts';

/** A page that dies without a word loses at most so much. */
const SIGN_OF_LIFE_MS = 1_000;

declare global {
  interface Document {
    /** Only where browsers make pages ahead. */
    readonly prerendering?: boolean;
  }
}

interface View {
  readonly entry: BatchedView;
  readonly watch: Stopwatch;
  /** Known once the server has answered. */
  id?: string | undefined;
}

let current: View | undefined;
let shownPath = '';
let isFirst = true;

/** Ends the view on show, if any, and begins one of `pagePath`. Only takes the time: the rest comes after the next paint. */
export function enterPage(pagePath: string): void {
  if (isFirst) {
    shownPath = pagePath;
    return enterFirst();
  }
  // The first view begins with its paint, unless another comes sooner.
  if (!current) doNow();
  shownPath = pagePath;
  const left = endView();
  const view = begin(0);
  afterPaint(() => {
    left?.();
    record(view);
  });
}

function enterFirst(): void {
  // Made ahead by the browser, and perhaps never seen.
  if (document.prerendering) return document.addEventListener('prerenderingchange', enterFirst, { once: true });
  isFirst = false;
  afterPaint(() => record(begin(msSincePaint())));
}

/** A view of the path on show, which came so many ms ago. */
function begin(shownMs: number): View {
  const sessionId = currentSessionId();
  const entry = { sessionId, pagePath: shownPath, key: uuidV7(Date.now() - shownMs), variant: variantOf(sessionId) };
  showView(entry.key);
  return (current = { entry, watch: startStopwatch(shownMs) });
}

function record(view: View): void {
  keepView(soFar(view));
  void sendEntry(view.entry).then((id) => (view.id = id));
}

/** Ends the view on show at once: the page may not live on. */
export function leavePage(): void {
  doNow();
  endView()?.();
}

/**
 * Follows what becomes of the page: hidden, shown again, left, brought back from the back/forward cache. Sends what
 * earlier pages could not. Answers what ends it.
 */
export function followPage(): () => void {
  const end = new AbortController();
  const { signal } = end;
  document.addEventListener('visibilitychange', () => (document.hidden ? reportSoFar() : giveSign()), { signal });
  addEventListener('pagehide', leavePage, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && enterPage(shownPath), { signal });
  addEventListener('online', () => void sendWaiting(), { signal });
  const signs = setInterval(() => document.hidden || giveSign(), SIGN_OF_LIFE_MS);
  signal.addEventListener('abort', () => clearInterval(signs));
  afterPaint(() => void sendWaiting());
  return () => end.abort();
}

/** For how long the visitor has seen the page that came as HTML. A page made ahead has not been painted when it is shown. */
function msSincePaint(): number {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return paint ? Math.round(performance.now() - paint.startTime) : 0;
}

/** Stops the time; what it gives back sends it. */
function endView(): (() => void) | undefined {
  if (!current) return undefined;
  const view = current;
  const ended = soFar(view);
  current = undefined;
  showView(undefined);
  return () => void report(ended, view.id);
}

/** A hidden page may never get to say more: phones end it without a word. What it says later takes the place of this. */
function reportSoFar(): void {
  doNow();
  if (current) void report(soFar(current), current.id);
}

function giveSign(): void {
  if (current) keepView(soFar(current));
}

const soFar = ({ entry, watch }: View): BatchedView => ({
  ...entry,
  exit: { exitedAt: new Date().toISOString(), ...watch.read() },
});
