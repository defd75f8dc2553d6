const format = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', options).format(new Date(iso));

/** `March 5, 2026`, on the reader's own calendar. Not for HTML that is made ahead. */
export const dateOf = (iso: string): string => format(iso, { dateStyle: 'long' });

/** `Thursday, March 5, 7:00 AM GMT+1`: the clock of the device, with its zone. */
export const momentOf = (iso: string): string =>
  format(iso, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** `December 5, 2026` of `2026-12-05`, whatever the device's zone. */
export const dayOf = (day: string): string => dateOf(`${day}T12:00:00`);

/** `7:00 AM` of 7. */
export const hourOf = (hour: number): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(new Date(2026, 0, 1, hour));

/** `GMT+2`, `GMT-3:30`, `GMT` of minutes. */
export function offsetOf(minutes: number): string {
  if (minutes === 0) return 'GMT';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
