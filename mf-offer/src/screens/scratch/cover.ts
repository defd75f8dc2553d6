const SPECKLES = 90;
const GOLDEN_ANGLE = 2.399963;

interface Size {
  readonly width: number;
  readonly height: number;
}

const token = (canvas: HTMLCanvasElement, name: string): string =>
  getComputedStyle(canvas).getPropertyValue(name).trim();

function paintCover(
  canvas: HTMLCanvasElement,
  pen: CanvasRenderingContext2D,
  { width, height }: Size,
  text: string,
): void {
  const gold = pen.createLinearGradient(0, 0, width, height);
  gold.addColorStop(0, '#ffd36b');
  gold.addColorStop(0.55, token(canvas, '--color-reward'));
  gold.addColorStop(1, '#e39a12');
  pen.fillStyle = gold;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = token(canvas, '--color-reward-tint');
  pen.globalAlpha = 0.4;
  for (let i = 0; i < SPECKLES; i += 1) speckle(pen, i, { width, height });
  pen.globalAlpha = 1;
  pen.fillStyle = token(canvas, '--color-ink');
  pen.font = `700 26px ${token(canvas, '--font-display')}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, width / 2, height / 2);
}

/** Places speckles like the seeds of a sunflower, which spreads them evenly without randomness. */
function speckle(pen: CanvasRenderingContext2D, i: number, { width, height }: Size): void {
  const distance = Math.sqrt(i / SPECKLES) * 0.72;
  const x = width * (0.5 + distance * Math.cos(i * GOLDEN_ANGLE));
  const y = height * (0.5 + distance * Math.sin(i * GOLDEN_ANGLE));
  pen.beginPath();
  pen.arc(x, y, 2 + (i % 4), 0, 2 * Math.PI);
  pen.fill();
}

/** Returns a copy of the canvas, to be drawn again after its size has changed. */
function copyOf(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy;
}

/**
 * Sizes the canvas to the device pixels of its box on the page, with one unit per CSS pixel. Paints the cover the first
 * time; later keeps what has been scratched. Returns true once the cover has been painted.
 */
export function fitCover(canvas: HTMLCanvasElement, text: string, painted: boolean): boolean {
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  const pen = canvas.getContext('2d');
  if (!pen || size.width === 0 || size.height === 0) return painted;
  const before = painted ? copyOf(canvas) : null;
  canvas.width = Math.round(size.width * devicePixelRatio);
  canvas.height = Math.round(size.height * devicePixelRatio);
  pen.setTransform(canvas.width / size.width, 0, 0, canvas.height / size.height, 0, 0);
  if (before) pen.drawImage(before, 0, 0, size.width, size.height);
  else paintCover(canvas, pen, size, text);
  return true;
}

/** Returns true if the canvas's resolution no longer fits its size on the page. */
export const needsFitting = (canvas: HTMLCanvasElement): boolean =>
  canvas.clientWidth > 0 &&
  (canvas.width !== Math.round(canvas.clientWidth * devicePixelRatio) ||
    canvas.height !== Math.round(canvas.clientHeight * devicePixelRatio));
