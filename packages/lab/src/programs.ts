import { TRACKING_FLAGS } from '@course/dev-stack/stack/service-specs';
import { startProgram, type RunningProgram } from '@course/test-kit/server-process';
import type { Stores } from '@course/test-kit/test-stores';

export interface TrackingProgram {
  /** The checkout whose build runs. */
  readonly root?: string;
  /** Below the checkout. */
  readonly main?: string;
  readonly stores: Stores;
}

/** svc-tracking as the stack runs it. */
export const startTracking = (
  { stores, main = 'svc-tracking/dist/main.mjs', ...where }: TrackingProgram,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> =>
  startProgram({
    name: 'svc-tracking',
    main,
    ...where,
    flags: TRACKING_FLAGS,
    vars: {
      DATABASE_URL: stores.trackingDatabaseUrl,
      REDIS_URL: stores.redisUrl,
      PUBLIC_URL: 'http://localhost:3000',
      PAGE_VIEW_KEYS: 'a-key-of-these-measurements-0123',
      RATE_LIMITS: 'off',
      ...more,
    },
  });

/** The least that a Node server does, to compare with. */
export const startEcho = (): Promise<RunningProgram> =>
  startProgram({ name: 'echo', main: 'packages/lab/src/bench/echo-server.mjs', vars: {} });
