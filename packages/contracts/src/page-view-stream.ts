// The braces make Redis Cluster keep all keys of a shard on one node, where a transaction may span them.
const shard = (number: number) => ({ stream: `{pv:${number}}:stream`, dead: `{pv:${number}}:dead` });

/**
 * The keys of the page-view stream in Redis, for svc-tracking and the operator's commands. There is one shard so far;
 * another one is another pair of keys, with writers of its own.
 */
export const PAGE_VIEW_KEYS = shard(0);

/** Field of a stream entry with JSON events, one a line. A dead letter has one line. */
export const PAGE_VIEW_FIELD = 'event';
