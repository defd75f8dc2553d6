import { z } from 'zod';
import { Failure } from './failure.ts';

/** Whether npm runs us; then our parent is npm or its shell. */
export const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined;

/** The folders of PATH. */
export const searchPath = (): readonly string[] => (process.env['PATH'] ?? '').split(':').filter(Boolean);

/** What PostgreSQL's client programs may know of the environment: where things lie, and libpq's own settings. */
export const postgresToolEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|PG[A-Z]+)$/.test(name)));

/** The environment in the form of `form`. Throws one sentence that names all that is wrong. */
export const parseEnv = <S extends z.ZodType>(form: S, source: NodeJS.ProcessEnv): z.output<S> => {
  const parsed = form.safeParse(source);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Failure(`Correct the environment: ${wrong.join('; ')}`);
};

const password = z.string().min(16, 'must have at least 16 characters');

const migrateEnvironment = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be an address such as postgresql://user:password@host:5432/name'),
  FUNNEL_DATABASE_PASSWORD: password,
  TRACKING_DATABASE_PASSWORD: password,
  ANALYST_DATABASE_PASSWORD: password,
});

/** The environment of the migration program, which runs where nobody keeps a data folder. */
export const readMigrateEnv = (source: NodeJS.ProcessEnv = process.env) => {
  const env = parseEnv(migrateEnvironment, source);
  return {
    databaseUrl: env.DATABASE_URL,
    passwords: {
      funnel: env.FUNNEL_DATABASE_PASSWORD,
      tracking: env.TRACKING_DATABASE_PASSWORD,
      analyst: env.ANALYST_DATABASE_PASSWORD,
    },
  };
};

/** Whether we run where nobody keeps a data folder: beside the migration program, with its environment. */
export const hasMigrateEnv = (source: NodeJS.ProcessEnv = process.env): boolean =>
  Boolean(source['FUNNEL_DATABASE_PASSWORD']);

const redisEnvironment = z.object({
  REDIS_URL: z.string({ error: 'must be set' }).regex(/^rediss?:\/\//, 'must be an address such as redis://host:6379'),
});

/** The address of the Redis that a server's environment names. Throws one sentence when it names none. */
export const readRedisUrl = (source: NodeJS.ProcessEnv = process.env): string =>
  parseEnv(redisEnvironment, source).REDIS_URL;
