// The braces make Redis Cluster keep all keys of a shard on one node, where a transaction may span them.
const shard = (number: number) => ({ stream: `{pv:${number}}:stream`, dead: `{pv:${number}}:dead` });

/**
 * Where page views wait in Redis, for svc-tracking and for the operator's commands. The one shard there is:
 * a second one is a second pair of keys, with writers of its own.
 */
export const PAGE_VIEW_KEYS = shard(0);

/** The one field of an entry in the stream: one event a line, each in JSON. A dead letter has it too, with one line. */
export const PAGE_VIEW_FIELD = 'event';
