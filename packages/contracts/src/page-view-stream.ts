// The braces make Redis Cluster keep all keys of a shard on one node, where a transaction may span them.
const shard = (number: number) => ({ stream: `{pv:${number}}:stream`, dead: `{pv:${number}}:dead` });

/**
 * The keys of the page-view stream in Redis, for svc-tracking and the operator's commands. There is one shard so far;
 * another one is another pair of keys, with writers of its own.
 */
export const PAGE_VIEW_KEYS = shard(0);

/** Field of a dead letter with its event as a line of JSON. Replayed letters have it in the stream, and so do entries of earlier releases, with an event a line. */
export const PAGE_VIEW_FIELD = 'event';
