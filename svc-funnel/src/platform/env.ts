import { parseVariables, isLoopbackName, SHARED_VARIABLES, variables, type Variables } from '@course/service-kit';
import { POLICY } from '@course/funnel';
import { z } from 'zod';
import { MAIL_VARIABLES, mailProblems, toMailSettings } from './mail-settings.ts';

const { keys, list, onOff, port, wholeNumber } = variables;
const KEY_MIN_LENGTH = 32;

const apiBase = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => new URL(value))
  .refine(
    (url) => url.pathname === '/' && !url.search && !url.username,
    'must be an origin such as http://127.0.0.1:4242',
  );

/** Earlier than the privacy policy says, never later. */
const daysUpTo = (most: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(most, `must be at most ${most}, as the privacy policy says (POLICY in packages/funnel/src/terms.ts)`)
    .default(most);

const schema = z.object({
  PORT: port,
  ...SHARED_VARIABLES,
  /** The first signs, all verify. */
  COOKIE_KEYS: keys(KEY_MIN_LENGTH),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\S+$/, 'must be a secret or restricted key (sk_... or rk_...)'),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S+$/, 'must be a webhook signing secret (whsec_...)'),
  /** Stands in for the provider's own address: the sandbox, a recorder in tests. */
  STRIPE_API_BASE: apiBase.optional(),
  STRIPE_API_HOSTS: list.default([]),
  ...MAIL_VARIABLES,
  /** Keys of the links in mails: the first makes, all are accepted. */
  LINK_KEYS: keys(KEY_MIN_LENGTH),
  LESSONS_DIR: z.string().default('content/lessons'),
  /** Cheat sheets, templates and prompts. */
  RESOURCES_DIR: z.string().default('content/resources'),
  /** The drawings in lessons and resources, with their PNG files. */
  PICTURES_DIR: z.string().default('content/pictures'),
  /** Hour of the reader's own day from which a lesson is sent. */
  SEND_HOUR: wholeNumber(0, 23).default(7),
  /** A session without a purchase is deleted so many days after its last change. */
  KEEP_SESSIONS_DAYS: daysUpTo(POLICY.unpaidSessionDays),
  /** After so many days a payment event loses all but ids, amounts, states and times. */
  KEEP_PAYMENT_DATA_DAYS: daysUpTo(POLICY.paymentDataDays),
  /** Whether this process sends mails and looks after open checkouts, beside answering requests. */
  WORKER: onOff('on'),
  NODE_ENV: z.string().optional(),
});

/** The names of all variables that are read. */
export const ENV_NAMES: readonly string[] = Object.keys(schema.shape);

/**
 * Finds what no single variable shows: an override beside a live key would send real card payments elsewhere, and plain
 * http beyond this machine would show the key to the network.
 */
const paymentKeyProblems = (given: Variables): string[] => {
  const { STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key = '', STRIPE_API_HOSTS: hosts = '' } = given;
  if (base === undefined || !URL.canParse(base)) return [];
  const problems: string[] = [];
  const { protocol, hostname } = new URL(base);
  if (/^(sk|rk)_live_/.test(key)) problems.push('STRIPE_API_BASE: must not be set beside a live key');
  const allowed = isLoopbackName(hostname) || hosts.split(/[\s,]+/).includes(hostname);
  if (protocol === 'http:' && !allowed)
    problems.push('STRIPE_API_BASE: plain http is for loopback and for hosts named in STRIPE_API_HOSTS');
  return problems;
};

const problemsOf = (given: Variables): string[] => [...paymentKeyProblems(given), ...mailProblems(given)];

const toEnv = (values: z.infer<typeof schema>) => ({
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
    /** Whether the keys move real money. */
    livemode: /^(sk|rk)_live_/.test(values.STRIPE_SECRET_KEY),
  },
  mail: toMailSettings(values),
  course: {
    lessonsDir: values.LESSONS_DIR,
    resourcesDir: values.RESOURCES_DIR,
    picturesDir: values.PICTURES_DIR,
    sendHour: values.SEND_HOUR,
    linkKeys: values.LINK_KEYS,
  },
  retention: { sessionDays: values.KEEP_SESSIONS_DAYS, paymentDays: values.KEEP_PAYMENT_DATA_DAYS },
  worker: values.WORKER,
  drainMs: values.DRAIN_MS,
  rateLimits: values.RATE_LIMITS,
  trustProxy: values.TRUST_PROXY,
  production: values.NODE_ENV === 'production',
  logLevel: values.LOG_LEVEL,
});

/** All that differs between installations of this service. */
export type Env = Readonly<ReturnType<typeof toEnv>>;
export type PaymentKeys = Env['payments'];
export type CourseSettings = Env['course'];

/** Reads the variables; throws `EnvError` with the list of all that is wrong. An empty variable counts as absent. */
export const parseEnv = (source: Variables): Env => toEnv(parseVariables(schema, source, problemsOf));

export const readEnv = (): Env => parseEnv(process.env);
