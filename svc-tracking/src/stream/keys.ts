// The braces make Redis Cluster keep all keys of a shard on one node, where a transaction may span them.
const shard = (number: number) => ({ stream: `{pv:${number}}:stream`, dead: `{pv:${number}}:dead` });

/** The one shard there is. A second one is a second pair of keys, with writers of its own. */
export const KEYS = shard(0);

/** The consumer group of all writers: each entry goes to one of them. */
export const GROUP = 'writers';

/** The one field of an entry in the stream. */
export const FIELD = 'event';
