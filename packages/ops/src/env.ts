import { parseVariables, postgresUrl, redisUrl, type Variables } from '@course/contracts/env';
import { z } from 'zod';

/** Returns whether npm runs this process. Its parent is then npm or npm's shell. */
export const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined;

/** Returns the folders of PATH. */
export const searchPath = (): readonly string[] => (process.env['PATH'] ?? '').split(':').filter(Boolean);

/** Returns the environment of PostgreSQL's client programs: PATH, HOME and libpq's own settings. */
export const postgresToolEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|PG[A-Z]+)$/.test(name)));

const password = z.string().min(16, 'must have at least 16 characters');

const migrateEnvironment = z.object({
  DATABASE_URL: postgresUrl,
  FUNNEL_DATABASE_PASSWORD: password,
  TRACKING_DATABASE_PASSWORD: password,
  ANALYST_DATABASE_PASSWORD: password,
});

/** Parses the environment of the migration program, which runs on servers without a data folder. Throws `EnvError`. */
export const readMigrateEnv = (source: Variables = process.env) => {
  const env = parseVariables(migrateEnvironment, source);
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
export const hasMigrateEnv = (source: Variables = process.env): boolean => Boolean(source['FUNNEL_DATABASE_PASSWORD']);

const redisEnvironment = z.object({ REDIS_URL: redisUrl });

/** Returns the address of Redis from a server's environment. Throws `EnvError` if it is not set. */
export const readRedisUrl = (source: Variables = process.env): string =>
  parseVariables(redisEnvironment, source).REDIS_URL;
