import type { ColumnKind } from '@course/contracts';

const NOTHING = '–';
const LOCALE = 'en-US';

const whole = new Intl.NumberFormat(LOCALE);
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

const short = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });

export const formatCount = (value: number): string => whole.format(value);

/** A count on an axis: `900`, `4.5K`, `2M`. */
export const formatCompact = (value: number): string => short.format(value);

export const formatShare = (value: number | null): string => (value === null ? NOTHING : percent.format(value));

/** A part of a whole, with its share: `3 of 4 (75.0%)`. */
export const formatPart = (part: number, all: number): string =>
  all === 0 ? NOTHING : `${formatCount(part)} of ${formatCount(all)} (${formatShare(part / all)})`;

/** An amount in cents, with its currency if it has one. */
export const formatCents = (cents: number, currency: string | null): string =>
  new Intl.NumberFormat(
    LOCALE,
    currency ? { style: 'currency', currency: currency.toUpperCase() } : { minimumFractionDigits: 2 },
  ).format(cents / 100);

/** An amount in cents, in a short form: `$32.40`, `$539`, `$4.5K`. */
export const formatCompactCents = (cents: number, currency: string | null): string => {
  const amount = cents / 100;
  if (!currency) return formatCompact(amount);
  const digits =
    Math.abs(amount) >= 1000
      ? ({ notation: 'compact', maximumFractionDigits: 1 } as const)
      : { maximumFractionDigits: Math.abs(amount) < 100 && !Number.isInteger(amount) ? 2 : 0 };
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits.maximumFractionDigits === 2 ? 2 : 0,
    ...digits,
  }).format(amount);
};

/** A web vital: `240 ms`, `1.25 s`. */
export const formatVital = (seconds: number | null): string => {
  if (seconds === null) return NOTHING;
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(2)} s`;
};

/** A number without a unit, such as a layout shift: `0.043`. */
export const formatScore = (value: number | null): string => (value === null ? NOTHING : value.toFixed(3));

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `4.2 s`, `2 min 05 s`, `1 h 05 min`. */
export const formatSeconds = (seconds: number | null): string => {
  if (seconds === null) return NOTHING;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const all = Math.round(seconds);
  if (all < 3600) return `${Math.floor(all / 60)} min ${twoDigits(all % 60)} s`;
  return `${Math.floor(all / 3600)} h ${twoDigits(Math.floor((all % 3600) / 60))} min`;
};

/** The same in a short form: `4.2 s`, `2:05 min`. */
export const formatMinutes = (seconds: number | null): string => {
  if (seconds === null || seconds < 59.95) return formatSeconds(seconds);
  const all = Math.round(seconds);
  return `${formatCount(Math.floor(all / 60))}:${twoDigits(all % 60)} min`;
};

/** Seconds on an axis: `0.5 s`, `30 s`, `1.5 min`, `2 h`. */
export const formatTick = (seconds: number): string => {
  if (seconds >= 3600) return `${Number((seconds / 3600).toPrecision(2))} h`;
  return seconds >= 60 ? `${Number((seconds / 60).toPrecision(2))} min` : `${Number(seconds.toPrecision(2))} s`;
};

/** A moment in a time zone. */
export const formatTime = (
  time: string | null,
  zone: string,
  style: 'whole' | 'day' | 'hour' | 'dayAndHour' = 'whole',
): string => {
  if (time === null) return NOTHING;
  const parts = {
    whole: {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    },
    day: { month: 'short', day: 'numeric' },
    hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    dayAndHour: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  } as const;
  return new Intl.DateTimeFormat(LOCALE, { timeZone: zone, ...parts[style] }).format(new Date(time));
};

/** Returns how an axis shows the times of its points: days, or hours, with their day if they are of several. */
export const timeTick = (
  points: readonly { readonly starts_at: string | null }[],
  zone: string,
  byHour: boolean,
): ((time: string) => string) => {
  const [first, last] = [points[0], points.at(-1)].map((point) => formatTime(point?.starts_at ?? null, zone, 'day'));
  const hours = first === last ? 'hour' : 'dayAndHour';
  return (time) => formatTime(time, zone, byHour ? hours : 'day');
};

interface CellContext {
  readonly zone: string;
  readonly currency: string | null;
}

/** Formats any cell of any chart. */
export const formatCell = (
  kind: ColumnKind,
  value: string | number | boolean | null,
  { zone, currency }: CellContext,
): string => {
  if (value === null || value === '') return NOTHING;
  switch (kind) {
    case 'text':
    case 'optionalText':
      return String(value);
    case 'count':
      return formatCount(Number(value));
    case 'seconds':
      return formatSeconds(Number(value));
    case 'score':
      return formatScore(Number(value));
    case 'share':
      return formatShare(Number(value));
    case 'cents':
      return formatCents(Number(value), currency);
    case 'time':
      return formatTime(String(value), zone);
    case 'flag':
      return value ? 'yes' : 'no';
  }
  return kind satisfies never;
};
