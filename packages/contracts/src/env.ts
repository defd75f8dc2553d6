import type { z } from 'zod';

/** Lists every invalid variable by name, and no values: they may be secrets. */
export class EnvError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Parses environment variables; an empty one counts as absent. `problemsOf` reports problems that involve several
 * variables. Throws `EnvError` with all problems.
 */
export const parseVariables = <Schema extends z.ZodObject>(
  schema: Schema,
  source: Variables,
  problemsOf: (variables: Variables) => readonly string[] = () => [],
): z.infer<Schema> => {
  const variables = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(variables);
  const issues = parsed.success ? [] : parsed.error.issues;
  const problems = issues.map(
    ({ path, message }) => `${path.join('.')}: ${variables[String(path[0])] === undefined ? 'is missing' : message}`,
  );
  problems.push(...problemsOf(variables));
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  return parsed.data;
};
