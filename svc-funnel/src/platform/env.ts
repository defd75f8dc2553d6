import { parseVariables, isLoopbackName, SHARED_VARIABLES, variables, type Variables } from '@course/service-kit';
import { POLICY } from '@course/funnel';
import { z } from 'zod';
import { MAIL_VARIABLES, mailProblems, type MailSettings, toMailSettings } from './mail-settings.ts';

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
  COOKIE_KEYS: keys(KEY_MIN_LENGTH),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\S+$/, 'must be a secret or restricted key (sk_... or rk_...)'),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S+$/, 'must be a webhook signing secret (whsec_...)'),
  STRIPE_API_BASE: apiBase.optional(),
  STRIPE_API_HOSTS: list.default([]),
  ...MAIL_VARIABLES,
  LINK_KEYS: keys(KEY_MIN_LENGTH),
  LESSONS_DIR: z.string().default('content/lessons'),
  RESOURCES_DIR: z.string().default('content/resources'),
  PICTURES_DIR: z.string().default('content/pictures'),
  SEND_HOUR: wholeNumber(0, 23).default(7),
  KEEP_SESSIONS_DAYS: daysUpTo(POLICY.unpaidSessionDays),
  KEEP_PAYMENT_DATA_DAYS: daysUpTo(POLICY.paymentDataDays),
  WORKER: onOff('on'),
  NODE_ENV: z.string().optional(),
});

type Values = z.infer<typeof schema>;

/** The names of all variables that are read. */
export const ENV_NAMES: readonly string[] = Object.keys(schema.shape);

export interface PaymentKeys {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Set in place of the provider's own address: the sandbox, a recorder in tests. */
  readonly apiBase: URL | undefined;
  /** Whether the keys move real money. */
  readonly livemode: boolean;
}

export interface CourseSettings {
  /** Folder of the lessons' Markdown files. */
  readonly lessonsDir: string;
  /** Folder of the cheat sheets, templates and prompts. */
  readonly resourcesDir: string;
  /** Folder of the drawings in lessons and resources, with their PNG files. */
  readonly picturesDir: string;
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
  readonly retention: {
    /** Days after which a session without a purchase is deleted, counted from its last change. */
    readonly sessionDays: number;
    /** Days after which a payment event loses all but ids, amounts, states and times. */
    readonly paymentDays: number;
  };
  /** Whether this process sends mails and looks after open checkouts, beside answering requests. */
  readonly worker: boolean;
  /** How long a copy that is asked to stop still answers, ms. */
  readonly drainMs: number;
  readonly rateLimits: boolean;
  readonly trustProxy: Values['TRUST_PROXY'];
  readonly production: boolean;
  readonly logLevel: Values['LOG_LEVEL'];
}

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

const toEnv = (values: Values): Env => ({
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

/** Reads the variables; throws `EnvError` with the list of all that is wrong. An empty variable counts as absent. */
export const parseEnv = (source: Variables): Env => toEnv(parseVariables(schema, source, problemsOf));

export const readEnv = (): Env => parseEnv(process.env);
