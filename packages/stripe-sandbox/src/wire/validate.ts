import type { z } from 'zod';
import { type StripeApiError, invalid } from './stripe-api-error.ts';
import type { FormHash } from './form.ts';

/** ['line_items', 0, 'quantity'] -> `line_items[0][quantity]` */
const nameOf = (path: readonly PropertyKey[]) =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

function errorOf(issue: z.core.$ZodIssue): StripeApiError {
  const param = nameOf(issue.path);
  if (issue.code === 'custom') return invalid(issue.message, { param, ...codeOf(issue.params) });
  if (issue.code === 'unrecognized_keys') return unknown(nameOf([...issue.path, issue.keys[0] ?? '']));
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  return invalid(`Invalid ${param}: ${issue.message}`, { param });
}

const unknown = (param: string) =>
  invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });

const codeOf = (params: Record<string, unknown> | undefined) =>
  typeof params?.code === 'string' ? { code: params.code } : {};

// Stripe reports an unknown parameter before a missing one.
const unknownFirst = (issues: readonly z.core.$ZodIssue[]) =>
  issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];

/** Returns the parsed parameters. Throws the first problem with Stripe's message. */
export function validate<T extends z.ZodType>(schema: T, form: FormHash): z.output<T> {
  const result = schema.safeParse(form, { reportInput: true });
  if (result.success) return result.data;
  const issue = unknownFirst(result.error.issues);
  throw issue ? errorOf(issue) : invalid('Invalid request');
}
