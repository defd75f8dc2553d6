/** A place on the card, in CSS pixels from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Pen = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'lineCap' | 'lineJoin' | 'lineWidth' | 'globalCompositeOperation'
>;

export const BRUSH_RADIUS = 25;

/** Browsers draw nothing at all for a line without a length. */
const DAB_LENGTH = 0.01;

/** Where on the card a pointer is, whatever the card's size on screen is by now. */
export const pointAt = (pointer: { clientX: number; clientY: number }, card: { left: number; top: number }): Point => ({
  x: pointer.clientX - card.left,
  y: pointer.clientY - card.top,
});

/**
 * Clears the cover along a line through all points. A fast finger reports few places: what lies between them is
 * cleared as well. A lone point clears one dab.
 */
export function rub(pen: Pen, points: readonly Point[]): void {
  const [first, ...others] = points;
  if (!first) return;
  pen.globalCompositeOperation = 'destination-out';
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.lineWidth = 2 * BRUSH_RADIUS;
  pen.beginPath();
  pen.moveTo(first.x, first.y);
  for (const { x, y } of others.length > 0 ? others : [{ x: first.x + DAB_LENGTH, y: first.y }]) pen.lineTo(x, y);
  pen.stroke();
}
