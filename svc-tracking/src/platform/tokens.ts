/** Names under which Nest injects what is not a class of ours. */
export const ENV = Symbol('env');
export const LOGGER = Symbol('logger');
export const REDIS = Symbol('redis');
export const POOL = Symbol('pool');
export const POSTGRES_WATCH = Symbol('postgres watch');
export const CLOCK = Symbol('clock');

/** Milliseconds since 1970. */
export type Clock = () => number;
