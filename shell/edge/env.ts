import { z } from 'zod';

const origin = z.url().transform((value) => new URL(value).origin);

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: z.string().default('127.0.0.1'),
  /** Origin under which visitors reach the site. */
  PUBLIC_URL: origin,
  FUNNEL_URL: origin,
  TRACKING_URL: origin,
  REGISTRY_FILE: z.string().min(1),
  REMOTES_DIR: z.string().min(1),
  /** Origins from which remotes may be loaded besides our own, separated by spaces. */
  REMOTE_ORIGINS: z.string().default('').transform((value) => value.split(/\s+/).filter(Boolean)),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  PAYMENTS_SCRIPT_URL: z.url().optional(),
  PAYMENTS_ORIGINS: z.string().default('').transform((value) => value.split(/\s+/).filter(Boolean)),
  TRUST_PROXY: z.string().default(''),
  DEV_RELOAD: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Env = z.infer<typeof schema>;

/** The environment, or one error that lists all that is wrong with it. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The edge cannot start with this environment:\n${wrong.join('\n')}`);
}
