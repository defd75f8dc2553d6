const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-11-21` -> `November 21, 2026`, the same everywhere. */
export const longDate = (isoDate: string): string => LONG.format(new Date(isoDate));
