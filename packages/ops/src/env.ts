import { z } from 'zod';
import { Failure } from './failure.ts';

/** Returns whether npm runs this process. Its parent is then npm or npm's shell. */
export const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined;

/** Returns the folders of PATH. */
export const searchPath = (): readonly string[] => (process.env['PATH'] ?? '').split(':').filter(Boolean);

/** Returns the environment of PostgreSQL's client programs: PATH, HOME and libpq's own settings. */
export const postgresToolEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|PG[A-Z]+)$/.test(name)));

/** Parses the environment with `schema`. Throws a `Failure` that names everything that is wrong. */
export const parseEnv = <S extends z.ZodType>(schema: S, source: NodeJS.ProcessEnv): z.output<S> => {
  const parsed = schema.safeParse(source);
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

/** Parses the environment of the migration program, which runs on servers without a data folder. */
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

/** Returns whether this process has the migration program's environment, so runs on a server without a data folder. */
export const hasMigrateEnv = (source: NodeJS.ProcessEnv = process.env): boolean =>
  Boolean(source['FUNNEL_DATABASE_PASSWORD']);

const redisEnvironment = z.object({
  REDIS_URL: z.string({ error: 'must be set' }).regex(/^rediss?:\/\//, 'must be an address such as redis://host:6379'),
});

/** Returns the address of Redis from a server's environment. Throws a `Failure` if it is not set. */
export const readRedisUrl = (source: NodeJS.ProcessEnv = process.env): string =>
  parseEnv(redisEnvironment, source).REDIS_URL;
