export { PAGE_VIEW_FIELD as FIELD, PAGE_VIEW_KEYS as KEYS } from '@course/contracts';

/** The field of an entry as the service writes it: tuples as `row-bytes.ts` has them. */
export const ROWS_FIELD = 'rows';

/** The consumer group of all writers: each entry goes to one of them. */
export const GROUP = 'writers';

/** The most single calls whose rows one entry of the stream holds. */
export const EVENTS_MAX = 64;

/** The most bytes of rows that one entry holds: a full batch of ordinary page views is one entry. */
export const ROWS_MAX_BYTES = 96 * 1024;
