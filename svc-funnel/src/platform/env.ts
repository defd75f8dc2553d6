import { trustedProxies, type TrustedProxies } from '@course/contracts/client-address';
import { POLICY } from '@course/funnel';
import { z } from 'zod';
import type { Retention } from '../retention/forget.ts';
import { apiBase, paymentKeyProblems, type PaymentKeys } from './env-payments.ts';

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine(
    (value) => new URL(value).origin === value.replace(/\/$/, ''),
    'must be an origin without path, such as https://example.com',
  )
  .transform((value) => new URL(value).origin);

const mailbox = z
  .string()
  .regex(
    /^([^<>"]{1,80}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be an address such as course@example.com or Name <course@example.com>',
  );

const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean));

const keys = list.refine(
  (given) => given.length > 0 && given.every((key) => key.length >= 32),
  'must be a list of keys of at least 32 characters',
);

/** Earlier than the privacy policy says, never later. */
const daysUpTo = (most: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(most, `must be at most ${most}, as the privacy policy says (POLICY in packages/funnel/src/terms.ts)`)
    .default(most);

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }),
  PUBLIC_URL: origin,
  COOKIE_KEYS: keys,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\S+$/, 'must be a secret or restricted key (sk_... or rk_...)'),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S+$/, 'must be a webhook signing secret (whsec_...)'),
  STRIPE_API_BASE: apiBase.optional(),
  STRIPE_API_HOSTS: list.default([]),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
  MAIL_FROM: mailbox,
  OWNER_EMAIL: mailbox,
  LESSONS_PER_MINUTE: z.coerce.number().int().min(60).max(60_000).default(1200),
  LINK_KEYS: keys,
  LESSONS_DIR: z.string().default('content/lessons'),
  SEND_HOUR: z.coerce.number().int().min(0).max(23).default(7),
  KEEP_SESSIONS_DAYS: daysUpTo(POLICY.unpaidSessionDays),
  KEEP_PAYMENT_DATA_DAYS: daysUpTo(POLICY.paymentDataDays),
  WORKER: z.enum(['on', 'off']).default('on'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: trustedProxies.prefault('loopback'),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The names of all variables that are read. */
export const ENV_NAMES: readonly string[] = Object.keys(variables.shape);

export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps:`. */
  readonly smtpUrl: string;
  readonly from: string;
  /** Who hears of refund requests and of what needs a hand. */
  readonly owner: string;
  /** At most so many lessons a minute leave this process, evenly; what somebody waits for is not counted. */
  readonly lessonsPerMinute: number;
}

export interface CourseSettings {
  /** Folder of `day-01.md` ... `day-84.md`. */
  readonly lessonsDir: string;
  /** Hour of the reader's own day, 0 to 23, from which a lesson is sent. */
  readonly sendHour: number;
  /** Keys of the links in mails: the first makes, all are accepted. */
  readonly linkKeys: readonly string[];
}

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
  readonly mail: MailSettings;
  readonly course: CourseSettings;
  readonly retention: Retention;
  /** Whether this process sends mails and looks after open checkouts, beside answering requests. */
  readonly worker: boolean;
  readonly rateLimits: boolean;
  /** Where the edge is: its word on the client's address is taken, nobody else's. */
  readonly trustProxy: TrustedProxies;
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
  mail: {
    smtpUrl: values.SMTP_URL,
    from: values.MAIL_FROM,
    owner: values.OWNER_EMAIL,
    lessonsPerMinute: values.LESSONS_PER_MINUTE,
  },
  course: { lessonsDir: values.LESSONS_DIR, sendHour: values.SEND_HOUR, linkKeys: values.LINK_KEYS },
  retention: { sessionDays: values.KEEP_SESSIONS_DAYS, paymentDays: values.KEEP_PAYMENT_DATA_DAYS },
  worker: values.WORKER === 'on',
  rateLimits: values.RATE_LIMITS === 'on',
  trustProxy: values.TRUST_PROXY,
  production: values.NODE_ENV === 'production',
  logLevel: values.LOG_LEVEL,
});

/** Reads the variables; throws `EnvError` with the list of all that is wrong. An empty variable counts as absent. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = variables.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(
        (issue) =>
          `${issue.path.join('.')}: ${given[String(issue.path[0])] === undefined ? 'is missing' : issue.message}`,
      );
  problems.push(...paymentKeyProblems(given));
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  return toEnv(parsed.data);
}

export const readEnv = (): Env => parseEnv(process.env);
