/** A point on the card, in CSS pixels from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Pen = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'lineCap' | 'lineJoin' | 'lineWidth' | 'globalCompositeOperation'
>;

export const BRUSH_RADIUS = 25;

/** Length of the line for a single point, because browsers draw nothing for a line of length 0. */
const DOT_LENGTH = 0.01;

/** Returns the position of a pointer on the card. */
export const pointAt = (pointer: { clientX: number; clientY: number }, card: { left: number; top: number }): Point => ({
  x: pointer.clientX - card.left,
  y: pointer.clientY - card.top,
});

/** Clears the cover along a line through all points, as a fast finger reports few positions. One point clears a dot. */
export function scratch(pen: Pen, points: readonly Point[]): void {
  const [first, ...others] = points;
  if (!first) return;
  pen.globalCompositeOperation = 'destination-out';
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.lineWidth = 2 * BRUSH_RADIUS;
  pen.beginPath();
  pen.moveTo(first.x, first.y);
  for (const { x, y } of others.length > 0 ? others : [{ x: first.x + DOT_LENGTH, y: first.y }]) pen.lineTo(x, y);
  pen.stroke();
}
