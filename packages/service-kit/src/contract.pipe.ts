import { ApiError, describeIssues, type ErrorCode } from '@course/contracts';
import type { ArgumentMetadata, Paramtype, PipeTransform } from '@nestjs/common';

type Schema = NonNullable<ArgumentMetadata['schema']>;
type Result = Awaited<ReturnType<Schema['~standard']['validate']>>;
type Issues = Parameters<typeof describeIssues>[0];

/** A body of 32 KB can contain thousands of unknown fields; the message names only the first ones. */
const MESSAGE_MAX = 500;

const CODES: Readonly<Record<Paramtype, ErrorCode>> = {
  body: 'invalid_body',
  custom: 'invalid_body',
  param: 'invalid_path',
  query: 'invalid_query',
};

const keyOf = (segment: PropertyKey | { readonly key: PropertyKey }): PropertyKey =>
  typeof segment === 'object' ? segment.key : segment;

const valueOf = (result: Result, code: ErrorCode, name: readonly string[]): unknown => {
  if (!result.issues) return result.value;
  const issues: Issues = result.issues.map(({ message, path = [] }) => ({
    message,
    path: [...name, ...path.map(keyOf)],
  }));
  throw new ApiError(code, describeIssues(issues).slice(0, MESSAGE_MAX));
};

/**
 * Checks a parameter against the schema in its decorator, `@Body({ schema })`. Throws `invalid_body`, `invalid_path` or
 * `invalid_query`; the message names the invalid fields and echoes no value.
 */
export class ContractPipe implements PipeTransform {
  transform(value: unknown, { schema, type, data }: ArgumentMetadata): unknown {
    if (!schema) return value;
    const result = schema['~standard'].validate(value);
    // The name of a single parameter; a whole body has none.
    const name = data === undefined ? [] : [data];
    if (result instanceof Promise) return result.then((settled) => valueOf(settled, CODES[type], name));
    return valueOf(result, CODES[type], name);
  }
}

const parserOf =
  (type: Paramtype) =>
  <T>(schema: Schema & { readonly _zod: { readonly output: T } }, value: unknown): T =>
    new ContractPipe().transform(value, { schema, type }) as T;

/** Returns a body as parsed by the schema. Throws `invalid_body`. */
export const parseBody = parserOf('body');

/** Returns a query as parsed by the schema. Throws `invalid_query`. */
export const parseQuery = parserOf('query');
