/** A pixel counts as cleared once more than half of its cover is gone. */
const CLEARED_BELOW_ALPHA = 128;
const SAMPLE_SCALE = 0.5;

/** Returns the share of cleared pixels in RGBA bytes, from 0 to 1. */
export function clearedShare(rgba: Uint8ClampedArray): number {
  let cleared = 0;
  for (let alpha = 3; alpha < rgba.length; alpha += 4) if (rgba[alpha]! < CLEARED_BELOW_ALPHA) cleared += 1;
  return rgba.length === 0 ? 0 : cleared / (rgba.length / 4);
}

/** Returns the size of the copy on which the cleared share is measured: a quarter of the card's CSS pixels. */
export const sampleSizeOf = (width: number, height: number): { width: number; height: number } => ({
  width: Math.max(1, Math.round(width * SAMPLE_SCALE)),
  height: Math.max(1, Math.round(height * SAMPLE_SCALE)),
});

/** Measures the cleared share on a small copy, because reading back every pixel of a high-resolution canvas is slow. */
export function measureCleared(canvas: HTMLCanvasElement, sample: HTMLCanvasElement): number {
  const context = sample.getContext('2d', { willReadFrequently: true });
  if (!context || canvas.clientWidth === 0) return 0;
  const { width, height } = sampleSizeOf(canvas.clientWidth, canvas.clientHeight);
  sample.width = width;
  sample.height = height;
  context.drawImage(canvas, 0, 0, width, height);
  return clearedShare(context.getImageData(0, 0, width, height).data);
}
