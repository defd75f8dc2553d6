export interface Stone {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/**
 * Where the stones of the path lie in a picture of 360 x 240: from the lower left, near and large, in bends up to the
 * sun on the horizon, far and small. Rounded, so that the served HTML and the browser agree.
 */
export function stonePath(count: number): Stone[] {
  return Array.from({ length: count }, (_, index) => {
    const along = count > 1 ? index / (count - 1) : 0;
    const far = along ** 0.72;
    const rx = 13.5 - 10.2 * far;
    const bend = Math.sin(along * Math.PI * 2.6 + 0.5) * 88 * (1 - far * 0.86);
    return { x: round(138 + 74 * far - bend), y: round(222 - 116 * far), rx: round(rx), ry: round(rx * 0.42) };
  });
}
