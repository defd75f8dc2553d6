import path from 'node:path';
import {
  onOff,
  origin,
  parseVariables,
  postgresUrl,
  redisUrl,
  smtpUrl,
  wholeNumber,
  type Variables,
} from '@course/contracts/env';
import { LOCAL_MAIL } from '@course/funnel';
import { z } from 'zod';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';

/** The variables that child processes need to find their files. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'] as const;

/** The minimal environment of a child process. */
export const baseEnv = (): Record<string, string> =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

/** The environment of build tools: this process's, because they have variables of their own (proxies, caches). */
export const toolEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  // A process for each plug-in would take three quarters of nx's time.
  NX_ISOLATE_PLUGINS: 'false',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
});

/** The settings of the programs that an owner may set. The programs validate them. */
const SETTINGS = {
  /** Proxies in front, origins of remotes' files, pixel, consent and splits. */
  edge: [
    'TRUST_PROXY',
    'REMOTE_ORIGINS',
    'PIXEL_ID',
    'PIXEL_SCRIPT_URL',
    'PIXEL_ORIGINS',
    'CONSENT_MODE',
    'ENTRY_SPLIT',
    'ENTRY_SPLIT_PATH',
    'SALES_SPLIT',
  ],
  tracking: ['RETENTION_MONTHS', 'REDIS_BUDGET_MB'],
  funnel: [
    'SEND_HOUR',
    'LESSONS_PER_MINUTE',
    'KEEP_SESSIONS_DAYS',
    'KEEP_PAYMENT_DATA_DAYS',
    'MAIL_WARM_UP_FROM',
    'MAIL_WARM_UP',
    'DKIM_DOMAIN',
    'DKIM_SELECTOR',
    'DKIM_PRIVATE_KEY',
    'DKIM_PRIVATE_KEY_FILE',
    'IMAP_URL',
    'MAILGUN_SIGNING_KEY',
    'SENDGRID_VERIFICATION_KEY',
  ],
} as const;

const pickSet = (names: readonly string[], source: Variables): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (source[name] ? [[name, source[name]]] : [])));

const dataDir = z.string().default('.data');
const absolute = (folder: string): string => path.resolve(PROJECT_ROOT, folder);

export const environment = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: dataDir,
  DATABASE_URL: postgresUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  RATE_LIMITS: onOff('on'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.string().optional(),
  OWNER_EMAIL: z.string().optional(),
  LESSONS_DIR: z.string().default('content/lessons'),
  RESOURCES_DIR: z.string().default('content/resources'),
  PICTURES_DIR: z.string().default('content/pictures'),
});

/**
 * The environment of a stack of one's own: `toolEnv` without the owner's settings, so that tests and measurements never
 * use their database, payments or mail.
 */
export const isolatedEnv = (): NodeJS.ProcessEnv => {
  const settings = new Set([...Object.keys(environment.shape), ...Object.values(SETTINGS).flat()]);
  return Object.fromEntries(Object.entries(toolEnv()).filter(([name]) => !settings.has(name)));
};

/** A shop's three values at Stripe. */
export interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

/** The mail server and the addresses of sender and owner. */
export interface MailSettings {
  /** Undefined: the outbox on this machine keeps the mails. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly owner: string;
}

export interface StackEnv {
  readonly port: number;
  /** The origin that visitors type. Undefined: the port on this machine. */
  readonly publicUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly rateLimits: 'on' | 'off';
  /** Undefined: payments go through the sandbox. */
  readonly stripe: StripeKeys | undefined;
  readonly mail: MailSettings;
  /** Absolute. */
  readonly lessonsDir: string;
  /** Absolute. */
  readonly resourcesDir: string;
  readonly picturesDir: string;
  /** Those of `SETTINGS` that are set. */
  readonly settings: Readonly<Record<keyof typeof SETTINGS, Readonly<Record<string, string>>>>;
}

const stripeKeys = (env: z.infer<typeof environment>): StripeKeys | undefined => {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = env;
  if (secretKey && publishableKey && webhookSecret) return { secretKey, publishableKey, webhookSecret };
  if (!secretKey && !publishableKey && !webhookSecret) return undefined;
  throw new Failure(
    'Set all three of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET to take real payments, or none to use the sandbox.',
  );
};

const mailSettings = ({
  SMTP_URL: smtpUrl,
  MAIL_FROM: from,
  OWNER_EMAIL: owner,
}: z.infer<typeof environment>): MailSettings => {
  if (smtpUrl && !(from && owner)) {
    throw new Failure(
      'Set MAIL_FROM and OWNER_EMAIL along with SMTP_URL: the sender of mails, and the recipient of refund requests.',
    );
  }
  return { smtpUrl, from: from ?? LOCAL_MAIL.from, owner: owner ?? LOCAL_MAIL.owner };
};

/** Parses the environment of the commands. Throws `EnvError`, or a `Failure` about several variables. */
export const readStackEnv = (source: Variables = process.env): StackEnv => {
  const env = parseVariables(environment, source);
  return {
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    dataDir: absolute(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    rateLimits: env.RATE_LIMITS ? 'on' : 'off',
    stripe: stripeKeys(env),
    mail: mailSettings(env),
    lessonsDir: path.resolve(PROJECT_ROOT, env.LESSONS_DIR),
    resourcesDir: path.resolve(PROJECT_ROOT, env.RESOURCES_DIR),
    picturesDir: path.resolve(PROJECT_ROOT, env.PICTURES_DIR),
    settings: {
      edge: pickSet(SETTINGS.edge, source),
      tracking: pickSet(SETTINGS.tracking, source),
      funnel: pickSet(SETTINGS.funnel, source),
    },
  };
};

/** Returns a warning if visitors are unlikely to use the default address and no other is set. */
export const publicUrlWarning = ({ port, publicUrl, mail, settings }: StackEnv): string | undefined => {
  const reason = mail.smtpUrl ? 'SMTP_URL' : settings.edge['TRUST_PROXY'] ? 'TRUST_PROXY' : undefined;
  if (publicUrl || !reason) return undefined;
  return `Set PUBLIC_URL along with ${reason} to the address that visitors type, such as https://example.com: links in mails lead to http://localhost:${port}, and pages at any other address cannot save anything.`;
};

/**
 * Returns the absolute data folder. Commands about remotes need nothing else, so they also run where the rest is not
 * set.
 */
export const readDataDir = (source: Variables = process.env): string =>
  absolute(parseVariables(z.object({ DATA_DIR: dataDir }), source).DATA_DIR);
