import { z } from 'zod';

const NUL_OR_LONE_SURROGATE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** A non-empty string that PostgreSQL can store: no NUL, no lone surrogate, at most `max` UTF-16 units. */
export const text = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((value) => !NUL_OR_LONE_SURROGATE.test(value), 'must be valid text without NUL characters');

/** Returns the length in UTF-8 bytes. */
export const byteLength = (value: string): number => new TextEncoder().encode(value).length;
