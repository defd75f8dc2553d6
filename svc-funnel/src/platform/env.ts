import { z } from 'zod';
import { apiBase, paymentKeyProblems, type PaymentKeys } from './env-payments.ts';

const trustProxy = z
  .string()
  .regex(/^(\d{1,2}|[a-z]+|[0-9a-fA-F.:/]+)(\s*,\s*([a-z]+|[0-9a-fA-F.:/]+))*$/, 'must be loopback, a number of hops, or a list of networks')
  .refine((value) => value !== 'true', 'must not trust every address')
  .transform((value) => (/^\d+$/.test(value) ? Number(value) : value));

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((value) => new URL(value).origin === value.replace(/\/$/, ''), 'must be an origin without path, such as https://example.com')
  .transform((value) => new URL(value).origin);

const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean));

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }),
  PUBLIC_URL: origin,
  COOKIE_KEYS: list.refine((keys) => keys.length > 0 && keys.every((key) => key.length >= 32), 'must be a list of keys of at least 32 characters'),
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(test|live)_\S+$/, 'must be a secret or restricted key (sk_... or rk_...)'),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S+$/, 'must be a webhook signing secret (whsec_...)'),
  STRIPE_API_BASE: apiBase.optional(),
  STRIPE_API_HOSTS: list.default([]),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: trustProxy.default('loopback'),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** All that differs between installations of this service. */
export interface Env {
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Origin of the site, without a trailing slash. */
  readonly publicUrl: string;
  /** The first signs, all verify. */
  readonly cookieKeys: readonly string[];
  readonly payments: PaymentKeys;
  readonly rateLimits: boolean;
  readonly trustProxy: string | number;
  readonly production: boolean;
  readonly logLevel: z.infer<typeof variables>['LOG_LEVEL'];
}

/** Names every variable that is wrong, and never a value: values may be secrets. */
export class EnvError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

const toEnv = (values: z.infer<typeof variables>): Env => ({
  port: values.PORT,
  host: values.HOST,
  databaseUrl: values.DATABASE_URL,
  redisUrl: values.REDIS_URL,
  publicUrl: values.PUBLIC_URL,
  cookieKeys: values.COOKIE_KEYS,
  payments: {
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    apiBase: values.STRIPE_API_BASE,
    livemode: /^(sk|rk)_live_/.test(values.STRIPE_SECRET_KEY),
  },
  rateLimits: values.RATE_LIMITS === 'on',
  trustProxy: values.TRUST_PROXY,
  production: values.NODE_ENV === 'production',
  logLevel: values.LOG_LEVEL,
});

/** Reads the variables; throws `EnvError` with the list of all that is wrong. An empty variable counts as absent. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = variables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${given[String(issue.path[0])] === undefined ? 'is missing' : issue.message}`);
  problems.push(...paymentKeyProblems(given));
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  return toEnv(parsed.data);
}

export const readEnv = (): Env => parseEnv(process.env);
