/** Injection tokens of what is not a class. */
export const ENV = Symbol('env');
export const CLOCK = Symbol('clock');
export const LOGGER = Symbol('logger');
export const REDIS = Symbol('redis');
