import {
  keys,
  list,
  onOff,
  parseVariables,
  port,
  webAddress,
  wholeNumber,
  type Variables,
} from '@course/contracts/env';
import { isLoopbackName, SHARED_VARIABLES } from '@course/service-kit';
import { POLICY } from '@course/funnel';
import { z } from 'zod';
import { MAIL_VARIABLES, mailProblems, toMailSettings } from './mail-settings.ts';

const KEY_MIN_LENGTH = 32;

const apiBase = webAddress
  .transform((value) => new URL(value))
  .refine(
    (url) => url.pathname === '/' && !url.search && !url.username,
    'must be an origin such as http://127.0.0.1:4242',
  );

/** Data may be deleted earlier than the privacy policy says, never later. */
const daysUpTo = (max: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(max, `must be at most ${max}, as the privacy policy says (POLICY in packages/funnel/src/terms.ts)`)
    .default(max);

const schema = z.object({
  PORT: port,
  ...SHARED_VARIABLES,
  /** The first signs, all verify. */
  COOKIE_KEYS: keys(KEY_MIN_LENGTH),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\S+$/, 'must be a secret or restricted key (sk_... or rk_...)'),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S+$/, 'must be a webhook signing secret (whsec_...)'),
  /** Replaces the provider's own address, by that of the sandbox or of a recorder in tests. */
  STRIPE_API_BASE: apiBase.optional(),
  /** Hosts other than loopback that STRIPE_API_BASE may reach over plain http; `paymentKeyProblems` checks it. */
  STRIPE_API_HOSTS: list.default([]),
  ...MAIL_VARIABLES,
  /** Keys of the links in mails: new links use the first, all are accepted. */
  LINK_KEYS: keys(KEY_MIN_LENGTH),
  LESSONS_DIR: z.string().default('content/lessons'),
  /** Cheat sheets, templates and prompts. */
  RESOURCES_DIR: z.string().default('content/resources'),
  /** The drawings in lessons and resources, with their PNG files. */
  PICTURES_DIR: z.string().default('content/pictures'),
  /** Hour in the reader's time zone from which a lesson is sent. */
  SEND_HOUR: wholeNumber(0, 23).default(7),
  /** Days after its last change until a session without a purchase is deleted. */
  KEEP_SESSIONS_DAYS: daysUpTo(POLICY.unpaidSessionDays),
  /** Days until a payment event loses everything but ids, amounts, states and times. */
  KEEP_PAYMENT_DATA_DAYS: daysUpTo(POLICY.paymentDataDays),
  /** Whether this process sends mails and reconciles open checkouts, in addition to serving requests. */
  WORKER: onOff('on'),
  NODE_ENV: z.string().optional(),
});

/** The names of all variables that are read. */
export const ENV_NAMES: readonly string[] = Object.keys(schema.shape);

/**
 * Finds problems that involve several variables: an override with a live key would send real card payments elsewhere,
 * and plain http to another machine would reveal the key to the network.
 */
const paymentKeyProblems = (source: Variables): string[] => {
  const { STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key = '', STRIPE_API_HOSTS: hosts = '' } = source;
  if (base === undefined || !URL.canParse(base)) return [];
  const problems: string[] = [];
  const { protocol, hostname } = new URL(base);
  if (/^(sk|rk)_live_/.test(key)) problems.push('STRIPE_API_BASE: must not be set together with a live key');
  const allowed = isLoopbackName(hostname) || list.parse(hosts).includes(hostname);
  if (protocol === 'http:' && !allowed)
    problems.push('STRIPE_API_BASE: plain http is for loopback and for hosts named in STRIPE_API_HOSTS');
  return problems;
};

const problemsOf = (source: Variables): string[] => [...paymentKeyProblems(source), ...mailProblems(source)];

const toEnv = (values: z.infer<typeof schema>) => ({
  port: values.PORT,
  host: values.HOST,
  databaseUrl: values.DATABASE_URL,
  redisUrl: values.REDIS_URL,
  publicUrl: values.PUBLIC_URL,
  /** True if browsers use https, so that cookies may be `Secure`. */
  isSecure: values.PUBLIC_URL.startsWith('https:'),
  cookieKeys: values.COOKIE_KEYS,
  payments: {
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    apiBase: values.STRIPE_API_BASE,
    /** True if the keys move real money. */
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

/** Everything that differs between installations of this service. */
export type Env = Readonly<ReturnType<typeof toEnv>>;
export type PaymentKeys = Env['payments'];
export type CourseSettings = Env['course'];

/** Parses the variables; throws `EnvError` with all problems. An empty variable counts as absent. */
export const parseEnv = (source: Variables): Env => toEnv(parseVariables(schema, source, problemsOf));

export const readEnv = (): Env => parseEnv(process.env);
