// What the page offers and the API accepts. Free of zod, which the page does not need.

export const DAY_MS = 86_400_000;

/** First and last day, inclusive, as YYYY-MM-DD. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Returns the number of days. */
export const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Maximum number of days in a response. */
export const RANGE_MAX_DAYS = 400;

/** Maximum number of rows in any response. The database's functions have their own limits. */
export const ROWS_MAX = 2000;

/** Stands for all paths, variants or campaigns that are not counted separately. */
export const OTHER = '(other)';

export const CONVERSION_BY = ['variant', 'campaign', 'plan', 'day'] as const;
export type ConversionBy = (typeof CONVERSION_BY)[number];

export const EXPORT_FORMATS = ['csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Names such as Europe/Berlin. Offsets such as +02:00 are refused: PostgreSQL reads their sign the other way round. */
const ZONE_NAME = /^[A-Za-z]\w*(\/[A-Za-z][\w+-]*)*$/;

export const isZone = (name: string): boolean => {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};

/** Marks the owner's browser, whose visits are excluded from every measure. Browsers keep this name for a year. */
export const EXCLUDED_COOKIE = 'not_counted';
