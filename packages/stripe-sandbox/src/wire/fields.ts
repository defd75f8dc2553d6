import { z } from 'zod';

/** Adds a zod issue with Stripe's `code` and the message. */
const refuse = (ctx: z.RefinementCtx, message: string, code?: string) => {
  ctx.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
};

/** Text that is not empty, at most `max` characters. */
export const text = (max = 5000) =>
  z.string().superRefine((value, ctx) => {
    if (value === '')
      refuse(ctx, 'You passed an empty string. Remove the parameter or supply a value.', 'parameter_invalid_empty');
    if (value.length > max)
      refuse(ctx, `Invalid string: must be at most ${max} characters`, 'parameter_invalid_string_long');
  });

export const integer = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  z.string().transform((value, ctx) => {
    const parsed = Number(value);
    if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(parsed)) {
      return refuse(ctx, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    }
    if (parsed < min)
      return refuse(ctx, `This value must be greater than or equal to ${min}.`, 'parameter_invalid_integer');
    if (parsed > max)
      return refuse(ctx, `This value must be less than or equal to ${max}.`, 'parameter_invalid_integer');
    return parsed;
  });

export const choice = <const T extends string>(...allowed: T[]) =>
  z.string().transform((value, ctx): T => {
    const found = allowed.find((candidate) => candidate === value);
    return found ?? refuse(ctx, `Invalid value: must be one of ${allowed.join(', ')}`);
  });

export const flag = choice('true', 'false').transform((value) => value === 'true');

export const url = text(5000).superRefine((value, ctx) => {
  const scheme = /^https?:\/\//.test(value);
  if (!scheme) refuse(ctx, 'Invalid URL: An explicit scheme (such as https) must be provided.', 'url_invalid');
  // Stripe accepts the placeholder's braces, which are invalid in a URL.
  if (scheme && !URL.canParse(value.replaceAll(/[{}]/g, ''))) refuse(ctx, 'Not a valid URL', 'url_invalid');
});

const METADATA_KEYS = 50;

export const metadata = z.record(z.string(), z.string()).superRefine((value, ctx) => {
  const keys = Object.keys(value);
  if (keys.length > METADATA_KEYS) refuse(ctx, `Metadata can have at most ${METADATA_KEYS} keys.`);
  if (keys.some((key) => key.length > 40)) refuse(ctx, 'Metadata keys must be under 40 characters.');
  if (keys.some((key) => (value[key] ?? '').length > 500)) refuse(ctx, 'Metadata values must be under 500 characters.');
});
