export { PAGE_VIEW_FIELD as FIELD, PAGE_VIEW_KEYS as KEYS } from '@course/contracts';

/** The consumer group of all writers: each entry goes to one of them. */
export const GROUP = 'writers';

/** The most events that one entry of the stream holds. */
export const EVENTS_MAX = 64;
