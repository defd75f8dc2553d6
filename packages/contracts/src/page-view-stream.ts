/**
 * The page-view stream in Redis, for svc-tracking and the operator's commands. `field` holds an event as a line of JSON: in
 * each dead letter, in the stream where a letter was replayed, and, with an event a line, in entries of earlier releases.
 * The braces make Redis Cluster keep both keys on one node, where a transaction may span them. Another shard would be
 * another pair of keys, with writers of its own.
 */
export const PAGE_VIEW_STREAM = { stream: '{pv:0}:stream', deadLetters: '{pv:0}:dead', field: 'event' } as const;
