/** An event that a page recorded. `at` is in ms on the page's monotonic clock, `wall` in ms since 1970. */
export type RecordedEvent = { readonly at: number; readonly wall: number } & (
  | { readonly kind: 'screen'; readonly session: string; readonly path: string; readonly visible: boolean }
  | { readonly kind: 'hidden' | 'shown' | 'left' | 'heartbeat' }
  | { readonly kind: 'slept'; readonly ms: number }
);

/** What one load of a page recorded. */
export interface PageRecording {
  readonly name: string;
  readonly events: readonly RecordedEvent[];
  /** The longest delay of a timer while the page was visible. */
  readonly lateMs: number;
}

declare global {
  interface Window {
    __recordedEvents: RecordedEvent[];
  }
}

/**
 * Records times in the page independently of the product's code. Runs in the browser before every script, so it must
 * not refer to anything outside itself.
 */
export function recordPage(): void {
  if (!location.protocol.startsWith('http')) return;
  const device = localStorage;
  const realDate = Date;
  const name = `recording.${Math.random()}`;
  const events: unknown[] = [];
  Object.assign(window, { __recordedEvents: events });
  const record = (kind: string, details: object = {}, at = performance.now()): void => {
    events.push({ kind, at, wall: realDate.now() - (performance.now() - at), ...details });
    device.setItem(name, JSON.stringify(events));
  };

  const session = (): string => (JSON.parse(device.getItem('session_id') ?? '{}') as { value?: string }).value ?? '';
  const begin = (at?: number): void =>
    record('screen', { session: session(), path: location.pathname, visible: !document.hidden }, at);
  /** The first screen is HTML, so it is visible before it is interactive. */
  const afterFirstPaint = (work: (at: number) => void): void =>
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (paint) work(paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  let shown = '';
  const checkScreen = (): void => {
    const screen = document.querySelector('[data-screen]')?.getAttribute('data-screen') ?? '';
    if (screen === shown || !document.documentElement.dataset['interactive']) return;
    if (shown) begin();
    else afterFirstPaint(begin);
    shown = screen;
  };
  new MutationObserver(checkScreen).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-screen', 'data-interactive'],
  });
  document.addEventListener('visibilitychange', () => record(document.hidden ? 'hidden' : 'shown'));
  addEventListener('pagehide', () => record('left'));
  addEventListener('pageshow', ({ persisted }) => persisted && begin());

  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...args) {
    record('heartbeat');
    return put.apply(this, args);
  };

  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function (...args: Parameters<typeof getAll>) {
    const request = getAll.apply(this, args);
    request.addEventListener('success', () => setTimeout(() => performance.mark('checked for unsent views')));
    return request;
  };

  const ASLEEP_MS = 3_000;
  const TICK_MS = 20;
  let lastTick = performance.now();
  let wasHidden = false;
  let latest = 0;
  setInterval(() => {
    const now = performance.now();
    const late = now - lastTick - TICK_MS;
    if (late > ASLEEP_MS && !document.hidden) record('slept', { ms: now - lastTick });
    else if (late > latest && !document.hidden && !wasHidden) device.setItem(`late.${name}`, String((latest = late)));
    lastTick = now;
    wasHidden = document.hidden;
  }, TICK_MS);
}

/** Makes the page hang after the current task. Runs in the browser. */
export function hangSoon(): void {
  setTimeout(() => {
    for (;;);
  });
}

/** Returns what the pages of this browser have recorded. Runs in the browser. */
export function readRecordings(): readonly PageRecording[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith('recording.'))
    .map((name) => ({
      name,
      events: JSON.parse(localStorage.getItem(name) ?? '[]') as RecordedEvent[],
      lateMs: Number(localStorage.getItem(`late.${name}`)),
    }));
}

/** What must be stored of a page view. */
export interface ExpectedView {
  readonly session: string;
  readonly path: string;
  /** Ms since 1970. */
  readonly enteredAt: number;
  /** Seconds. */
  readonly visible: number;
  readonly total: number;
  /** The maximum delay of anything on this page, in seconds, because a machine under load is late. */
  readonly late: number;
}

/** Returns the views that a page load must have stored. A view without an end event lasted until its last heartbeat. */
export function expectedViews({ events, lateMs }: PageRecording): ExpectedView[] {
  const starts = events.flatMap((event, index) => (event.kind === 'screen' ? [index] : []));
  return starts.map((start, order) => ({
    ...viewOf(events.slice(start, starts[order + 1]), events[starts[order + 1] ?? -1]),
    late: lateMs / 1000,
  }));
}

/** Returns a page load as if the page had got no event at its end. */
export function withoutEnd(load: PageRecording): PageRecording {
  const end = load.events.findIndex(({ kind }) => kind === 'hidden' || kind === 'left');
  return end < 0 ? load : { ...load, events: load.events.slice(0, end) };
}

function viewOf(events: readonly RecordedEvent[], next: RecordedEvent | undefined): Omit<ExpectedView, 'late'> {
  const [start] = events;
  if (start?.kind !== 'screen') throw new Error('a view begins with its screen');
  const left = events.findIndex(({ kind }) => kind === 'left');
  const viewEvents = left < 0 ? events : events.slice(0, left + 1);
  const end = left < 0 ? (next ?? viewEvents.at(-1) ?? start) : (viewEvents[left] ?? start);
  return {
    session: start.session,
    path: start.path,
    enteredAt: start.wall,
    visible: visibleMs(viewEvents, end.at) / 1000,
    total: (end.at - start.at) / 1000,
  };
}

function visibleMs(events: readonly RecordedEvent[], end: number): number {
  let since: number | undefined;
  let sum = 0;
  for (const event of events) {
    const isVisible =
      event.kind === 'screen'
        ? event.visible
        : event.kind === 'shown'
          ? true
          : event.kind === 'hidden'
            ? false
            : undefined;
    if (event.kind === 'slept') sum -= event.ms;
    if (isVisible === undefined) continue;
    if (since !== undefined) sum += event.at - since;
    since = isVisible ? event.at : undefined;
  }
  return since === undefined ? sum : sum + end - since;
}
