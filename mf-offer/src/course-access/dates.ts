const format = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', options).format(new Date(iso));

/** Formats as `March 5, 2026` in the device's time zone. Not for prerendered HTML. */
export const dateOf = (iso: string): string => format(iso, { dateStyle: 'long' });

/** Formats as `Thursday, March 5 at 7:00 AM GMT+1` in the device's time zone. */
export const momentOf = (iso: string): string =>
  format(iso, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** Formats `2026-12-05` as `December 5, 2026`, regardless of the device's time zone. */
export const dayOf = (day: string): string => dateOf(`${day}T12:00:00`);

/** Formats 7 as `7:00 AM`. */
export const hourOf = (hour: number): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(new Date(2026, 0, 1, hour));

/** Formats an offset in minutes as `GMT+2`, `GMT-3:30` or `GMT`. */
export function offsetOf(minutes: number): string {
  if (minutes === 0) return 'GMT';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
