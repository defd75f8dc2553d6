import { pointAt, rub, type Point } from './brush.ts';
import { measureCleared } from './coverage.ts';
import { fitCover, isOutgrown } from './cover.ts';
import { throttle } from './throttle.ts';

const WIN_AT = 0.5;
const MEASURE_EVERY_MS = 100;

interface Callbacks {
  /** The first rub. */
  readonly onStart: () => void;
  /** Half of the card is cleared. Called once. */
  readonly onWin: () => void;
  /** A rub, at this place of the card in CSS pixels. */
  readonly onRub?: (x: number, y: number) => void;
}

/**
 * Makes a canvas a scratch card: paints its cover and clears it under a pointer pressed on `card`, the square around
 * it (the canvas itself gets no events outside its rounded corners). Returns a function that removes the listeners.
 */
export function makeScratchable(
  canvas: HTMLCanvasElement,
  card: HTMLElement,
  cover: string,
  { onStart, onWin, onRub }: Callbacks,
): () => void {
  const sample = document.createElement('canvas');
  const ended = new AbortController();
  let last: Point | null = null;
  let won = false;

  const measuring = throttle(() => {
    if (won || measureCleared(canvas, sample) < WIN_AT) return;
    won = true;
    onWin();
  }, MEASURE_EVERY_MS);

  const rubTo = (events: readonly PointerEvent[]) => {
    const pen = canvas.getContext('2d');
    const area = canvas.getBoundingClientRect();
    const points = events.map((event) => pointAt(event, area));
    if (pen) rub(pen, last ? [last, ...points] : points);
    last = points.at(-1) ?? last;
    if (last) onRub?.(last.x, last.y);
  };

  const press = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    card.setPointerCapture(event.pointerId);
    onStart();
    rubTo([event]);
    measuring.ask();
  };
  const move = (event: PointerEvent) => {
    if (!last || !event.isPrimary) return;
    const between = event.getCoalescedEvents?.() ?? [];
    rubTo(between.length > 0 ? between : [event]);
    measuring.ask();
  };
  const lift = (event: PointerEvent) => {
    if (!last || !event.isPrimary) return;
    last = null;
    measuring.ask();
  };

  const { signal } = ended;
  card.addEventListener('pointerdown', press, { signal });
  card.addEventListener('pointermove', move, { signal });
  card.addEventListener('pointerup', lift, { signal });
  card.addEventListener('pointercancel', lift, { signal });

  let painted = fitCover(canvas, cover, false);
  const resized = new ResizeObserver(() => {
    if (isOutgrown(canvas)) painted = fitCover(canvas, cover, painted);
  });
  resized.observe(canvas);
  return () => {
    ended.abort();
    measuring.stop();
    resized.disconnect();
  };
}
