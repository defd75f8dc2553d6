import type { ChartRow } from '@course/contracts';

type Bin = ChartRow<'page-distribution'>;

/** The logarithmic axis that the shapes of all pages share, so that they can be compared. */
const AXIS_SECONDS = { from: 0.3, to: 1800 } as const;

export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the position of a time on the axis, from 0 to 1. */
const positionOf = (seconds: number | null): number => {
  const { from, to } = AXIS_SECONDS;
  return Math.log(Math.min(Math.max(seconds ?? from, from), to) / from) / Math.log(to / from);
};

/**
 * Returns a bar for each bin with views, as fractions of the shape's width and height. Bins beyond the axis are left
 * out.
 */
export const barsOf = (bins: readonly Bin[]): readonly Bar[] => {
  const drawn = bins.flatMap(({ from_seconds: from, to_seconds: to, views }) => {
    const [x, end] = [positionOf(from), positionOf(to)];
    return views > 0 && end > x ? [{ x, width: end - x, views }] : [];
  });
  const max = Math.max(...drawn.map(({ views }) => views));
  return drawn.map(({ x, width, views }) => ({ x, width, height: views / max }));
};
