import { trustedProxies } from '@course/contracts/client-address';
import { list, onOff, origin, parseVariables, port, webAddress, type Variables } from '@course/contracts/env';
import { previewKeys, storeEnv } from '@course/federation/edge';
import { z } from 'zod';
import { splitSetting } from './split.ts';

const schema = z.object({
  PORT: port,
  HOST: z.string().default('127.0.0.1'),
  /** The port for requests from the services, never the public one. Without it there is no internal server. */
  INTERNAL_PORT: port.optional(),
  /** Origin at which visitors reach the site. */
  PUBLIC_URL: origin,
  FUNNEL_URL: origin,
  TRACKING_URL: origin,
  ...storeEnv.shape,
  /** This edge's own folder for verified copies of the releases that it serves. Edges must not share one. */
  RELEASES_DIR: z.string().min(1),
  PREVIEW_KEYS: previewKeys,
  /** Other origins that remotes may load scripts, styles, pictures, fonts and data from. */
  REMOTE_ORIGINS: list.default([]),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  PAYMENTS_SCRIPT_URL: webAddress.optional(),
  PAYMENTS_ORIGINS: list.default([]),
  /** The advertising pixel. Without an id there is no pixel, and none of its origins is allowed. */
  PIXEL_ID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id of letters and digits')
    .optional(),
  PIXEL_SCRIPT_URL: webAddress.default('https://analytics.tiktok.com/i18n/pixel/events.js'),
  /** Further origins that the pixel's script sends requests to. */
  PIXEL_ORIGINS: list.default([]),
  /** On: no request to the pixel's host before the visitor has agreed. Only an explicit `off` skips the question. */
  CONSENT_MODE: onOff('on'),
  /** Entry screens with weights, `/=50 /home=50`: how visitors of ENTRY_SPLIT_PATH are divided among them. */
  ENTRY_SPLIT: splitSetting,
  ENTRY_SPLIT_PATH: z
    .string()
    .regex(/^\/[a-z0-9-]+$/, 'must be a path such as /start')
    .default('/start'),
  /** Sales pages with weights, `/sales=50 /sales002=50`. */
  SALES_SPLIT: splitSetting,
  /**
   * The proxies in front of the edge, the only ones trusted about the client's address. None: the connection's address.
   */
  TRUST_PROXY: trustedProxies.optional(),
  /** Off: no limit on the concurrent requests of one address. */
  RATE_LIMITS: onOff('on'),
  DEV_RELOAD: onOff('off'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Env = z.infer<typeof schema>;

/** The names of all variables that the edge reads. */
export const ENV_NAMES: readonly string[] = Object.keys(schema.shape);

/** Throws a single error that lists everything that is wrong. */
export const readEnv = (source: Variables): Env => parseVariables(schema, source);
