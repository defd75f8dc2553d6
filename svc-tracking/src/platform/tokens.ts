/** Injection tokens for everything that is not a class. */
export const ENV = Symbol('env');
export const LOGGER = Symbol('logger');
export const REDIS = Symbol('redis');
export const POOL = Symbol('pool');
export const CLOCK = Symbol('clock');

/** Milliseconds since 1970. */
export type Clock = () => number;
