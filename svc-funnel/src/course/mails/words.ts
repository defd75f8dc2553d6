import { shownName } from './headers.ts';

const UTC = 'UTC';

/**
 * Returns a function that formats a moment in a time zone. An unknown zone becomes UTC: a mail with another hour is
 * better than none. Creating a format takes a hundred times as long as using it, so one is kept for each known zone.
 */
const inZone = (options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  const formatOf = (timeZone: string): Intl.DateTimeFormat => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
  return (at: Date, timeZone: string): string => {
    try {
      return formatOf(timeZone).format(at);
    } catch {
      return formatOf(UTC).format(at);
    }
  };
};

/** `Saturday, November 21` */
export const dayIn = inZone({ weekday: 'long', month: 'long', day: 'numeric' });

/** `November 21, 2026` */
export const dateIn = inZone({ dateStyle: 'long' });

/** `7:00 AM GMT+1` */
export const timeIn = inZone({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });

/** `4-week plan`: the offer's capitals suit a card, not a sentence. */
export const planName = (title: string): string => title.toLowerCase();

/** `Hi Ada,` */
export const greeting = (name: string | null): string => {
  const shown = shownName(name);
  return shown === null ? 'Hello,' : `Hi ${shown},`;
};

/** `7 lessons`, `1 lesson` */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;
