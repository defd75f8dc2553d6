import { UsageError } from './owner-error.ts';

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const DURATION = /^(\d{1,4})(m|h|d|w)$/;

/** Milliseconds of `90m`, `6h`, `1d`, `2w`. Throws UsageError for anything else. */
export const durationMs = (text: string): number => {
  const [, count, unit] = DURATION.exec(text) ?? [];
  if (count === undefined || Number(count) === 0)
    throw new UsageError(`${JSON.stringify(text)} is no length of time. Say 90m, 6h, 1d or 2w.`);
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
};
