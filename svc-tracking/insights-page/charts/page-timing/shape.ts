import type { ChartRow } from '@course/contracts';

type Bin = ChartRow<'page-distribution'>;

/** What the shapes of all pages share, so that they can be compared: from left to right, on a logarithmic scale. */
const AXIS_SECONDS = { from: 0.3, to: 1800 } as const;

export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

/** Where a time lies between the axis's ends, from 0 to 1. */
const placeOf = (seconds: number | null): number => {
  const { from, to } = AXIS_SECONDS;
  return Math.log(Math.min(Math.max(seconds ?? from, from), to) / from) / Math.log(to / from);
};

/** Returns a bar for each bin with views, as parts of the shape's width and height. What lies beyond the axis is left out. */
export const barsOf = (bins: readonly Bin[]): readonly Bar[] => {
  const most = Math.max(...bins.map(({ views }) => views));
  return bins.flatMap(({ from_seconds: from, to_seconds: to, views }) => {
    const [x, end] = [placeOf(from), placeOf(to)];
    return views > 0 && end > x ? [{ x, width: end - x, height: views / most }] : [];
  });
};
