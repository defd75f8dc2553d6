import { TRACKING_FLAGS } from '@course/dev-stack/stack/service-specs';
import { startProgram, type Program, type RunningProgram } from '@course/test-kit/server-process';
import type { Stores } from '@course/test-kit/test-stores';

export interface TrackingProgram {
  /** Root of the checkout whose build runs; default this one. */
  readonly root?: string;
  /** Path of the program, relative to the checkout. */
  readonly main?: string;
  readonly stores: Stores;
}

/** Starts svc-tracking as the stack runs it. */
export const startTracking = (
  { stores, main = 'svc-tracking/dist/main.mjs', ...checkout }: TrackingProgram,
  extraVars: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> =>
  startProgram({
    name: 'svc-tracking',
    main,
    ...checkout,
    flags: TRACKING_FLAGS,
    vars: {
      DATABASE_URL: stores.trackingDatabaseUrl,
      REDIS_URL: stores.redisUrl,
      PUBLIC_URL: 'http://localhost:3000',
      PAGE_VIEW_KEYS: 'a-key-of-these-measurements-0123',
      RATE_LIMITS: 'off',
      ...extraVars,
    },
  });

export interface EdgeOptions {
  /** Root of the checkout whose build runs. */
  readonly root: string;
  /** For its copies of releases. */
  readonly folder: string;
  /** The settings that name its release store. */
  readonly store: Readonly<Record<string, string>>;
  /** The address of both services; by default one that refuses connections. */
  readonly servicesUrl?: string;
}

/** Returns an edge without limits. */
export const edgeProgram = ({ root, folder, store, servicesUrl = 'http://127.0.0.1:9' }: EdgeOptions): Program => ({
  name: 'edge',
  main: 'shell/dist/edge/main.mjs',
  root,
  vars: {
    LOG_LEVEL: 'silent',
    ...store,
    RELEASES_DIR: folder,
    PUBLIC_URL: 'http://localhost',
    FUNNEL_URL: servicesUrl,
    TRACKING_URL: servicesUrl,
    RATE_LIMITS: 'off',
  },
});

/** Starts a minimal Node server to compare with. */
export const startEcho = (): Promise<RunningProgram> =>
  startProgram({ name: 'echo', main: 'packages/lab/src/bench/echo-server.mjs', vars: {} });
