export { NoAnswerError, within } from './connections/within.ts';
export { PostgresWatch, SERVER_KEEPALIVE, type PostgresWatchOptions } from './connections/postgres-watch.ts';
export { watchRedis, type RedisWatchOptions, type WatchedRedis } from './connections/redis-watch.ts';
