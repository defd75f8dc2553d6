/** What a page noted of itself, in order. `at` in ms on the page's own monotonic clock, `wall` in ms since 1970. */
export type Note = { readonly at: number; readonly wall: number } & (
  | { readonly kind: 'screen'; readonly session: string; readonly path: string; readonly visible: boolean }
  | { readonly kind: 'hidden' | 'shown' | 'left' | 'heartbeat' }
  | { readonly kind: 'slept'; readonly ms: number }
);

/** One load of a page. */
export interface Document {
  readonly name: string;
  readonly notes: readonly Note[];
  /** The longest that the page had to wait for its turn while it was on show, in ms. */
  readonly lateMs: number;
}

declare global {
  interface Window {
    __truth: Note[];
  }
}

/**
 * Keeps time in the page beside the product and without its code. Runs in the browser before every script: nothing
 * from outside its own text.
 */
export function keepTruth(): void {
  if (!location.protocol.startsWith('http')) return;
  const device = localStorage;
  const realDate = Date;
  const name = `truth.${Math.random()}`;
  const notes: unknown[] = [];
  Object.assign(window, { __truth: notes });
  const note = (kind: string, more: object = {}, at = performance.now()): void => {
    notes.push({ kind, at, wall: realDate.now() - (performance.now() - at), ...more });
    device.setItem(name, JSON.stringify(notes));
  };

  const session = (): string => (JSON.parse(device.getItem('session_id') ?? '{}') as { value?: string }).value ?? '';
  const begin = (at?: number): void =>
    note('screen', { session: session(), path: location.pathname, visible: !document.hidden }, at);
  /** The first screen came as HTML, and was seen before it could be used. */
  const afterFirstPaint = (work: (at: number) => void): void =>
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (paint) work(paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  let shown = '';
  const look = (): void => {
    const screen = document.querySelector('[data-screen]')?.getAttribute('data-screen') ?? '';
    if (screen === shown || !document.documentElement.dataset['interactive']) return;
    if (shown) begin();
    else afterFirstPaint(begin);
    shown = screen;
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-screen', 'data-interactive'],
  });
  document.addEventListener('visibilitychange', () => note(document.hidden ? 'hidden' : 'shown'));
  addEventListener('pagehide', () => note('left'));
  addEventListener('pageshow', ({ persisted }) => persisted && begin());

  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    note('heartbeat');
    return put.apply(this, given);
  };

  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function (...given: Parameters<typeof getAll>) {
    const request = getAll.apply(this, given);
    request.addEventListener('success', () => setTimeout(() => performance.mark('looked for what waits')));
    return request;
  };

  const ASLEEP_MS = 3_000;
  const LOOK_MS = 20;
  let awake = performance.now();
  let wasHidden = false;
  let latest = 0;
  setInterval(() => {
    const now = performance.now();
    const late = now - awake - LOOK_MS;
    if (late > ASLEEP_MS && !document.hidden) note('slept', { ms: now - awake });
    else if (late > latest && !document.hidden && !wasHidden) device.setItem(`late.${name}`, String((latest = late)));
    awake = now;
    wasHidden = document.hidden;
  }, LOOK_MS);
}

/** Runs in the browser. */
export function hangSoon(): void {
  setTimeout(() => {
    for (;;);
  });
}

/** Runs in the browser. */
export function readTruth(): readonly Document[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith('truth.'))
    .map((name) => ({
      name,
      notes: JSON.parse(localStorage.getItem(name) ?? '[]') as Note[],
      lateMs: Number(localStorage.getItem(`late.${name}`)),
    }));
}

/** What a page view must be stored as. */
export interface TrueView {
  readonly session: string;
  readonly path: string;
  /** Ms since 1970. */
  readonly enteredAt: number;
  /** Seconds. */
  readonly visible: number;
  readonly total: number;
  /** How much later than it should anything may have happened on this page, in seconds: a machine under load is late. */
  readonly late: number;
}

/** The views of a page load. One that ended without a word lasted until its last heartbeat. */
export function viewsOf({ notes, lateMs }: Document): TrueView[] {
  const starts = notes.flatMap((note, index) => (note.kind === 'screen' ? [index] : []));
  return starts.map((start, order) => ({
    ...viewOf(notes.slice(start, starts[order + 1]), notes[starts[order + 1] ?? -1]),
    late: lateMs / 1000,
  }));
}

function viewOf(notes: readonly Note[], next: Note | undefined): Omit<TrueView, 'late'> {
  const [start] = notes;
  if (start?.kind !== 'screen') throw new Error('a view begins with its screen');
  const left = notes.findIndex(({ kind }) => kind === 'left');
  const lived = left < 0 ? notes : notes.slice(0, left + 1);
  const end = left < 0 ? (next ?? lived.at(-1) ?? start) : (lived[left] ?? start);
  return {
    session: start.session,
    path: start.path,
    enteredAt: start.wall,
    visible: visibleMs(lived, end.at) / 1000,
    total: (end.at - start.at) / 1000,
  };
}

function visibleMs(notes: readonly Note[], end: number): number {
  let since: number | undefined;
  let sum = 0;
  for (const note of notes) {
    const on =
      note.kind === 'screen' ? note.visible : note.kind === 'shown' ? true : note.kind === 'hidden' ? false : undefined;
    if (note.kind === 'slept') sum -= note.ms;
    if (on === undefined) continue;
    if (since !== undefined) sum += note.at - since;
    since = on ? note.at : undefined;
  }
  return since === undefined ? sum : sum + end - since;
}
