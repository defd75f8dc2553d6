/**
 * The page-view stream in Redis, for svc-tracking and the operator's commands. `field` holds events as lines of JSON:
 * one event in a dead letter and in the stream entry of a replayed one, several in stream entries of earlier releases.
 * The braces make Redis Cluster keep both keys on one node, where a transaction may span them. Another shard would be
 * another pair of keys with its own writers.
 */
export const PAGE_VIEW_STREAM = { stream: '{pv:0}:stream', deadLetters: '{pv:0}:dead', field: 'event' } as const;
