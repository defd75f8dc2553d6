import type { ChartRow } from '@course/contracts';
import { DAY_MS } from '../filters/filters.ts';

export type Point = ChartRow<'views-over-time'>;

const HOUR_MS = 3_600_000;

const beginOf = (point: Pick<Point, 'starts_at'> | undefined): number => Date.parse(point?.starts_at ?? '');

export const isByHour = (points: readonly Pick<Point, 'starts_at'>[]): boolean =>
  beginOf(points[1]) - beginOf(points[0]) <= HOUR_MS;

/** Whether the last hour or day has begun and is not over. */
export const isGoingOn = (points: readonly Point[], nowMs: number): boolean => {
  const begin = beginOf(points.at(-1));
  return begin <= nowMs && nowMs < begin + (isByHour(points) ? HOUR_MS : DAY_MS);
};
