import {
  keys,
  onOff,
  parseVariables,
  port,
  postgresUrl,
  webAddress,
  wholeNumber,
  type Variables,
} from '@course/contracts/env';
import { SHARED_VARIABLES } from '@course/service-kit';
import { z } from 'zod';

const KEY_MIN_LENGTH = 16;
const TOKEN_MIN_LENGTH = 32;
const MAX = 999_999_999;

const schema = z.object({
  /** 0 picks a free port, which is logged at start. */
  PORT: port.default(0),
  ...SHARED_VARIABLES,
  /** The first key signs, all of them verify. */
  PAGE_VIEW_KEYS: keys(KEY_MIN_LENGTH),
  /** URL of the read-only role. Without it the insights report that it is missing. */
  ANALYST_URL: postgresUrl.optional(),
  /** Token that opens the insights page. Without it there is no page. */
  INSIGHTS_TOKEN: z.string().min(TOKEN_MIN_LENGTH, `must have at least ${TOKEN_MIN_LENGTH} characters`).optional(),
  /**
   * Page views per minute. A quick visitor makes about 80 calls in the whole funnel; an address may be an office or a
   * mobile network.
   */
  RATE_LIMIT_SESSION: wholeNumber(1, MAX).default(240),
  RATE_LIMIT_ADDRESS: wholeNumber(1, MAX).default(6000),
  /**
   * MB that Redis may use before page views are refused; by default 80 % of its maxmemory, or half of its machine's
   * memory.
   */
  REDIS_BUDGET_MB: wholeNumber(1, 9_999_999, 'MB').optional(),
  /** Off for a process that only accepts page views; another one must then write them. */
  WRITER: onOff('on'),
  /** Entries that a writer has held for this long without acknowledging them are taken over by another. */
  WRITER_CLAIM_IDLE_MS: wholeNumber(0, MAX, 'milliseconds').default(30_000),
  /** The edge's internal URL that returns what releases declare. Without it, steps and labels stay as last read. */
  DECLARATIONS_URL: webAddress.optional(),
  /** Full months of page views that are kept in addition to the current one; `forever` drops none. */
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

/**
 * Parses the variables. Throws `EnvError` with a list of everything that is wrong. An empty variable counts as absent.
 */
export const parseEnv = (source: Variables): Env => parseVariables(schema, source);

export const readEnv = (): Env => parseEnv(process.env);
