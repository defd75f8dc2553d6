import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { ApiError, describeIssues } from '@course/contracts';

type Issues = Parameters<typeof describeIssues>[0];
const MESSAGE_MAX = 500;

const keyOf = (segment: PropertyKey | { readonly key: PropertyKey }): PropertyKey =>
  typeof segment === 'object' ? segment.key : segment;

/** Checks a parameter against the schema in its decorator: a wrong body is `invalid_body`, a wrong address `invalid_path`. */
export class SchemaPipe implements PipeTransform {
  async transform(value: unknown, { schema, type, data }: ArgumentMetadata): Promise<unknown> {
    if (!schema) return value;
    const result = await schema['~standard'].validate(value);
    if (!result.issues) return result.value;
    // A parameter goes by its own name, a body's fields by theirs.
    const name = data === undefined ? [] : [data];
    const issues: Issues = result.issues.map(({ message, path = [] }) => ({
      message,
      path: [...name, ...path.map(keyOf)],
    }));
    throw new ApiError(
      type === 'param' ? 'invalid_path' : 'invalid_body',
      describeIssues(issues).slice(0, MESSAGE_MAX),
    );
  }
}
