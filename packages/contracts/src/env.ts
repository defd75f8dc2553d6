import type { z } from 'zod';

/** Names every variable that is wrong, and never a value: values may be secrets. */
export class EnvError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Parses environment variables; an empty one counts as absent. `problemsOf` finds what no single variable shows. Throws
 * `EnvError` with the list of all that is wrong.
 */
export const parseVariables = <Schema extends z.ZodObject>(
  schema: Schema,
  source: Variables,
  problemsOf: (given: Variables) => readonly string[] = () => [],
): z.infer<Schema> => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  const issues = parsed.success ? [] : parsed.error.issues;
  const problems = issues.map(
    ({ path, message }) => `${path.join('.')}: ${given[String(path[0])] === undefined ? 'is missing' : message}`,
  );
  problems.push(...problemsOf(given));
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  return parsed.data;
};
