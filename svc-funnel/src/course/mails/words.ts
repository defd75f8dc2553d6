import { formatUsd } from '@course/funnel';
import { shownName } from './headers.ts';

const UTC = 'UTC';

/**
 * Returns how a moment is written in a time zone; an unknown one is UTC: a mail with another hour is better than none.
 * Making a format takes a hundred times as long as using it, so one is kept for each known zone.
 */
const inZone = (options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  const formatOf = (timeZone: string): Intl.DateTimeFormat => {
    const made = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    formats.set(timeZone, made);
    return made;
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

/** `$22.40`; another currency with its code. */
export const moneyOf = (cents: number, currency: string): string =>
  currency.toLowerCase() === 'usd' ? formatUsd(cents) : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;

/** `4-week plan`: the offer's capitals are for a card, not for a sentence. */
export const planName = (title: string): string => title.toLowerCase();

/** `Hi Ada,` */
export const greeting = (name: string | null): string => {
  const shown = shownName(name);
  return shown === null ? 'Hello,' : `Hi ${shown},`;
};

/** `7 lessons`, `1 lesson` */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
