import { type ChartRow, DAY_MS } from '@course/contracts';

export type Point = ChartRow<'views-over-time'>;

const HOUR_MS = 3_600_000;

/** Returns whether the last hour or day is not over yet. */
export const isGoingOn = (points: readonly Pick<Point, 'starts_at'>[], byHour: boolean, nowMs: number): boolean => {
  const begin = Date.parse(points.at(-1)?.starts_at ?? '');
  return begin <= nowMs && nowMs < begin + (byHour ? HOUR_MS : DAY_MS);
};
