import { createHash } from 'node:crypto';
import { DAY_MS } from '../clock.ts';
import type { IdempotencyRecord } from '../store/records.ts';
import type { SandboxContext } from '../context.ts';
import { StripeApiError, invalid } from './stripe-api-error.ts';
import type { FormHash, FormValue } from './form.ts';

export interface StoredResponse {
  status: number;
  body: unknown;
  replayed?: boolean;
}

function sorted(value: FormValue): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.keys(value)
    .sort()
    .map((key) => [key, sorted(value[key] ?? '')]);
}

const digestOf = (form: FormHash) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(form)))
    .digest('hex');

const idempotencyError = (message: string) => new StripeApiError(400, { type: 'idempotency_error', message });

function checkSame(first: IdempotencyRecord, endpoint: string, digest: string): void {
  const other = `Try using a key other than '${first.id}' if you meant to execute a different request.`;
  if (first.endpoint !== endpoint) {
    throw idempotencyError(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${first.endpoint}' vs '${endpoint}'). ${other}`,
    );
  }
  if (first.digest !== digest) {
    throw idempotencyError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${other}`,
    );
  }
}

function attempt(execute: () => unknown): StoredResponse {
  try {
    return { status: 200, body: execute() };
  } catch (error) {
    if (error instanceof StripeApiError) return { status: error.status, body: { error: error.body } };
    throw error;
  }
}

/**
 * Runs `execute` once for each key and returns the same response, success or error, for 24 hours, as Stripe does. `execute`
 * has to be synchronous, so that its commits and the response reach the disk together.
 */
export function once(
  context: SandboxContext,
  key: string | undefined,
  endpoint: string,
  form: FormHash,
  execute: () => unknown,
): StoredResponse {
  if (key === undefined) return attempt(execute);
  if (key === '' || key.length > 255) throw invalid('Idempotency keys must be between 1 and 255 characters.');
  const digest = digestOf(form);
  const first = context.store.get('idempotency', key);
  if (first && first.at > context.clock.now() - DAY_MS) {
    checkSame(first, endpoint, digest);
    return { status: first.status, body: first.body, replayed: true };
  }
  const response = attempt(execute);
  context.store.commit(['idempotency', { id: key, endpoint, digest, at: context.clock.now(), ...response }]);
  return response;
}
