import { trustedProxies } from '@course/contracts/client-address';
import { z } from 'zod';

const KEY_MIN_LENGTH = 16;
const TOKEN_MIN_LENGTH = 32;

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port from 0 to 65535');

const milliseconds = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number of milliseconds')
    .transform(Number)
    .default(fallback);

const count = (least: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least, `must be at least ${least}`)
    .default(fallback);

const onOff = (fallback: boolean) =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .transform((value) => value === 'on')
    .default(fallback);

const address = (...protocols: string[]) =>
  z
    .string('is missing')
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );

const keys = z
  .string('is missing')
  .transform((value) =>
    value
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
  )
  .pipe(
    z
      .array(z.string().min(KEY_MIN_LENGTH, `every key must have at least ${KEY_MIN_LENGTH} characters`))
      .min(1, 'must hold at least one key'),
  );

const blankAsAbsent = (value: unknown): unknown => (value === '' ? undefined : value);

const schema = z.object({
  /** 0 takes a free port, which the start line tells. */
  PORT: port.default(0),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: address('postgres:', 'postgresql:'),
  REDIS_URL: address('redis:', 'rediss:'),
  PUBLIC_URL: address('http:', 'https:').transform((value) => new URL(value).origin),
  /** The first signs, all verify. */
  PAGE_VIEW_KEYS: keys,
  /** The read-only role's address. Without it the insights say that it is missing. */
  ANALYST_URL: z.preprocess(blankAsAbsent, address('postgres:', 'postgresql:').optional()),
  /** Opens the insights page. Without it there is none. */
  INSIGHTS_TOKEN: z.preprocess(
    blankAsAbsent,
    z.string().min(TOKEN_MIN_LENGTH, `must have at least ${TOKEN_MIN_LENGTH} characters`).optional(),
  ),
  RATE_LIMITS: onOff(true),
  /** Page views a minute. A quick visitor makes about 80 calls in the whole funnel; an address may be an office or a mobile network. */
  RATE_LIMIT_SESSION: count(1, 240),
  RATE_LIMIT_ADDRESS: count(1, 6000),
  /** So many MB may Redis use before page views are refused; without it 80 % of its maxmemory, or half of its machine's memory. */
  REDIS_BUDGET_MB: z
    .string()
    .regex(/^([1-9]\d{0,6})?$/, 'must be a whole number of MB')
    .transform((value) => (value === '' ? undefined : Number(value)))
    .optional(),
  /** Where the edge is: its word on the client's address is taken, nobody else's. */
  TRUST_PROXY: trustedProxies.prefault('loopback'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Off for a process that only takes page views; another one must then write them. */
  WRITER: onOff(true),
  /** Entries that a writer has held this long without a sign of life are taken over by another. */
  WRITER_CLAIM_IDLE_MS: milliseconds(30_000),
  /** The edge's registry and its builds, of which analysts see the steps that are live. Without them the steps are those of the last migration. */
  REGISTRY_FILE: z.preprocess(blankAsAbsent, z.string().optional()),
  REMOTES_DIR: z.preprocess(blankAsAbsent, z.string().optional()),
  /** Origins of remotes that lie elsewhere, separated by spaces, as the edge has them. */
  REMOTE_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(/\s+/).filter(Boolean)),
  /** Full months of page views that are kept beside the current one; `forever` drops none. */
  RETENTION_MONTHS: z
    .string()
    .regex(/^(forever|\d{1,4})$/, 'must be a whole number of months, or forever')
    .transform((value) => (value === 'forever' ? undefined : Number(value)))
    .refine(
      (value) => value === undefined || (value >= 3 && value <= 1200),
      'must be from 3 to 1200 months, or forever',
    )
    .prefault('25'),
});

export type Env = z.infer<typeof schema>;

/** The names of all variables that are read. */
export const ENV_NAMES: readonly string[] = Object.keys(schema.shape);

/** Settings from environment variables. Throws one error that lists everything that is wrong, without any value. */
export const parseEnv = (source: Readonly<Record<string, string | undefined>>): Env => {
  const result = schema.safeParse(source);
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not complete:\n${wrong.join('\n')}`);
};

export const readEnv = (): Env => parseEnv(process.env);
