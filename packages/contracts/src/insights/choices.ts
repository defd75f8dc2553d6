// What the page offers and the API takes. Apart from the schemas, which the page does without.

/** The most days that one answer covers. */
export const RANGE_MAX_DAYS = 400;

/** The most rows of one answer. Functions of the database have bounds of their own; this one holds for all. */
export const ROWS_MAX = 2000;

/** Stands for all paths, variants or campaigns that are not counted by their own names. */
export const OTHER = '(other)';

export const CONVERSION_BY = ['variant', 'campaign', 'plan', 'day'] as const;
export type ConversionBy = (typeof CONVERSION_BY)[number];

export const EXPORT_FORMATS = ['csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Names such as Europe/Berlin. Offsets such as +02:00 are none: SQL reads their sign the other way round. */
const ZONE_NAME = /^[A-Za-z]\w*(\/[A-Za-z][\w+-]*)*$/;

export const isZone = (name: string): boolean => {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};

/** A browser that carries this cookie is the owner's: its visits are marked and left out of every measure. */
export const NOT_COUNTED_COOKIE = 'not_counted';
