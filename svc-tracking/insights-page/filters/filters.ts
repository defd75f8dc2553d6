import {
  CONVERSION_BY,
  type ConversionBy,
  DAY_MS,
  type Days,
  isZone,
  lengthOf,
  RANGE_MAX_DAYS,
} from '@course/contracts';
import { useCallback, useEffect, useState } from 'react';

/** Numbers of last days, including today. */
export const PRESETS = [
  { days: 1, label: 'Today' },
  { days: 7, label: '7 days' },
  { days: 28, label: '28 days' },
  { days: 90, label: '90 days' },
] as const;

export interface Filters {
  /** A number of last days, or days chosen by hand. */
  readonly range: number | Days;
  readonly zone: string;
  /** Empty for all variants. */
  readonly variant: string;
  readonly by: ConversionBy;
}

/** What a card shows: the filters, and the days that they currently stand for. */
export interface Filtered {
  readonly filters: Filters;
  readonly days: Days;
}

export const DEFAULTS: Filters = { range: 7, zone: 'UTC', variant: '', by: 'variant' };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the day at a moment in a time zone. */
export const dayIn = (zone: string, nowMs: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(nowMs);

const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10);

export const daysOf = ({ range, zone }: Pick<Filters, 'range' | 'zone'>, nowMs: number): Days => {
  if (typeof range !== 'number') return range;
  const to = dayIn(zone, nowMs);
  return { from: daysBefore(to, range - 1), to };
};

const DAYS_BY_HOUR = 3;

/** Returns whether a chart over these days has a point for each hour, by the same rule as the database. */
export const isByHour = (days: Days): boolean => lengthOf(days) <= DAYS_BY_HOUR;

/** Returns whether the last of the days is not over yet. */
export const isUnfinished = ({ to, zone }: Pick<Days, 'to'> & Pick<Filters, 'zone'>, nowMs: number): boolean =>
  to >= dayIn(zone, nowMs);

/** Returns the same number of days immediately before these. */
export const daysBeforeThese = (days: Days): Days => ({
  from: daysBefore(days.from, lengthOf(days)),
  to: daysBefore(days.from, 1),
});

/** Returns what is wrong with days chosen by hand and what to do, or undefined if they are valid. */
export const faultIn = ({ from, to }: Days): string | undefined => {
  if (!isDay(from) || !isDay(to)) return 'Choose a first and a last day.';
  if (from > to) return 'The last day is before the first. Choose a later one.';
  return lengthOf({ from, to }) <= RANGE_MAX_DAYS
    ? undefined
    : `That is more than ${RANGE_MAX_DAYS} days. Choose fewer.`;
};

const rangeOf = (query: URLSearchParams): Filters['range'] => {
  const [from, to] = [query.get('from'), query.get('to')];
  if (isDay(from) && isDay(to) && !faultIn({ from, to })) return { from, to };
  return PRESETS.find(({ days }) => String(days) === query.get('days'))?.days ?? DEFAULTS.range;
};

/** Reads the filters from an address. Missing and invalid ones get their default. */
export const filtersIn = (search: string): Filters => {
  const query = new URLSearchParams(search);
  const zone = query.get('zone');
  return {
    range: rangeOf(query),
    zone: zone !== null && isZone(zone) ? zone : DEFAULTS.zone,
    variant: query.get('variant') ?? DEFAULTS.variant,
    by: CONVERSION_BY.find((by) => by === query.get('by')) ?? DEFAULTS.by,
  };
};

/** Writes the filters as the query of an address, without the defaults. */
export const searchOf = ({ range, zone, variant, by }: Filters): string => {
  const query = new URLSearchParams();
  if (typeof range !== 'number') Object.entries(range).forEach(([name, day]) => query.set(name, day));
  else if (range !== DEFAULTS.range) query.set('days', String(range));
  if (zone !== DEFAULTS.zone) query.set('zone', zone);
  if (variant !== DEFAULTS.variant) query.set('variant', variant);
  if (by !== DEFAULTS.by) query.set('by', by);
  const text = query.toString();
  return text && `?${text}`;
};

/** The filters, kept in the address so that it can be shared and the Back button works. */
export const useFilters = (): readonly [Filters, (change: Partial<Filters>) => void] => {
  const [filters, setFilters] = useState(() => filtersIn(location.search));
  useEffect(() => {
    const onPopState = (): void => setFilters(filtersIn(location.search));
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);
  const change = useCallback((changes: Partial<Filters>) => {
    const next = { ...filtersIn(location.search), ...changes };
    history.pushState(null, '', location.pathname + searchOf(next));
    setFilters(next);
  }, []);
  return [filters, change];
};
