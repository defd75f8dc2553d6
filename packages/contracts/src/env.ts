import { z } from 'zod';

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

/** A whole number from `least` to `most`, inclusive. */
export const wholeNumber = (least: number, most: number, unit = '') =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number${unit && ` of ${unit}`}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

/** 0 picks a free port. */
export const port = wholeNumber(0, 65_535);

export const onOff = (fallback: 'on' | 'off') => z.stringbool('must be on or off').default(fallback === 'on');

/** Values separated by commas or white space. */
export const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean));

/** Secrets: the first one signs, all of them verify. */
export type Keys = readonly [string, ...string[]];

export const keys = (minLength: number) =>
  list
    .refine(
      (values) => values.length > 0 && values.every((key) => key.length >= minLength),
      `must be a list of keys of at least ${minLength} characters`,
    )
    .transform((values): Keys => values as [string, ...string[]]);

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true });

/** An address without a path; a trailing slash is dropped. */
export const origin = webAddress
  .refine(
    (value) => new URL(value).origin === value.replace(/\/$/, ''),
    'must be an origin without path, such as https://example.com',
  )
  .transform((value) => new URL(value).origin);

/**
 * An address of PostgreSQL. One without a host, such as postgresql://user@/name?host=/run/postgresql of a socket, gets
 * one: otherwise it would be no URL, or one without a user. Drivers and tools prefer the parameter.
 */
export const postgresUrl = z
  .string()
  .transform((value) => value.replace(/^(postgres(?:ql)?:\/\/(?:[^/]*@)?)\//, '$1localhost/'))
  .refine(
    (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
    'must be an address such as postgresql://user:password@host:5432/name',
  );

export const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must be an address such as redis://host:6379' });

export const smtpUrl = z.url({
  protocol: /^smtps?$/,
  error: 'must be an address such as smtp://user:password@mail.example.com:587',
});
