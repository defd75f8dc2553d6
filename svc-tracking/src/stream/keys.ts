export { PAGE_VIEW_FIELD as FIELD, PAGE_VIEW_KEYS as KEYS } from '@course/contracts';

/** The one field of an entry that holds rows instead of events: tuples as `row-bytes.ts` has them. */
export const ROWS_FIELD = 'rows';

/** The consumer group of all writers: each entry goes to one of them. */
export const GROUP = 'writers';

/** The most events that one entry of the stream holds. */
export const EVENTS_MAX = 64;

/** The most bytes of rows that one entry holds: a full batch of ordinary page views is one entry. */
export const ROWS_MAX_BYTES = 96 * 1024;
