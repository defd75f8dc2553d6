import { pointAt, scratch, type Point } from './brush.ts';
import { measureCleared } from './coverage.ts';
import { fitCover, needsFitting } from './cover.ts';
import { throttle } from './throttle.ts';

const WIN_AT = 0.5;
const MEASURE_EVERY_MS = 100;

interface Callbacks {
  /** Called at each press. */
  readonly onStart: () => void;
  /** Called once, when half of the card is cleared. */
  readonly onWin: () => void;
  /** Called with the position of each scratch on the card, in CSS pixels. */
  readonly onScratch?: (x: number, y: number) => void;
}

/**
 * Makes a canvas a scratch card: paints its cover and clears it under a pointer pressed on `card`, the element around
 * it (the canvas itself gets no events in its rounded-off corners). Returns a function that removes the listeners.
 */
export function makeScratchable(
  canvas: HTMLCanvasElement,
  card: HTMLElement,
  cover: string,
  { onStart, onWin, onScratch }: Callbacks,
): () => void {
  const sample = document.createElement('canvas');
  const listeners = new AbortController();
  let last: Point | null = null;
  let won = false;

  const measure = throttle(() => {
    if (won || measureCleared(canvas, sample) < WIN_AT) return;
    won = true;
    onWin();
  }, MEASURE_EVERY_MS);

  const scratchTo = (events: readonly PointerEvent[]) => {
    const pen = canvas.getContext('2d');
    const area = canvas.getBoundingClientRect();
    const points = events.map((event) => pointAt(event, area));
    if (pen) scratch(pen, last ? [last, ...points] : points);
    last = points.at(-1) ?? last;
    if (last) onScratch?.(last.x, last.y);
  };

  const press = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    card.setPointerCapture(event.pointerId);
    onStart();
    scratchTo([event]);
    measure.schedule();
  };
  const move = (event: PointerEvent) => {
    if (!last || !event.isPrimary) return;
    const coalesced = event.getCoalescedEvents?.() ?? [];
    scratchTo(coalesced.length > 0 ? coalesced : [event]);
    measure.schedule();
  };
  const lift = (event: PointerEvent) => {
    if (!last || !event.isPrimary) return;
    last = null;
    measure.schedule();
  };

  const { signal } = listeners;
  card.addEventListener('pointerdown', press, { signal });
  card.addEventListener('pointermove', move, { signal });
  card.addEventListener('pointerup', lift, { signal });
  card.addEventListener('pointercancel', lift, { signal });

  let painted = fitCover(canvas, cover, false);
  const resized = new ResizeObserver(() => {
    if (needsFitting(canvas)) painted = fitCover(canvas, cover, painted);
  });
  resized.observe(canvas);
  return () => {
    listeners.abort();
    measure.stop();
    resized.disconnect();
  };
}
