import path from 'node:path';
import { workerStores } from '@course/test-kit/fresh-stores';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp, stopApp } from '../src/service.ts';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import { parseEnv } from '../src/platform/env.ts';
import { createLogger } from '@course/service-kit';

export const PUBLIC_URL = 'http://localhost:3000';
export const WEBHOOK_SECRET = 'whsec_of_these_tests';
export const COOKIE_KEY = 'a-cookie-key-of-these-tests-only-0001';

const CONTENT = path.resolve(import.meta.dirname, '../../content');
export const LINK_KEY = 'a-link-key-of-these-tests-only-00001';

/** Defaults for `sendTask` in tests: no warm-up, and outcomes are not counted. */
export const SENDING = { linkKeys: [LINK_KEY], warmUp: undefined, onOutcome: () => undefined } as const;

export interface Service {
  readonly app: NestExpressApplication;
  /** Its own origin, e.g. `http://127.0.0.1:40001`. */
  readonly url: string;
  /** Returns all lines logged so far. */
  readonly log: () => string;
}

/** A service that a spec file starts for itself, and has to stop. */
export interface StartedService extends Service {
  stop(): Promise<void>;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

export const testEnv = (env: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PORT: '0',
  DATABASE_URL: workerStores().funnelDatabaseUrl,
  REDIS_URL: workerStores().redisUrl,
  PUBLIC_URL,
  COOKIE_KEYS: COOKIE_KEY,
  STRIPE_SECRET_KEY: 'sk_test_of_these_tests',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Daybreak AI <course@daybreak-ai.example>',
  OWNER_EMAIL: 'owner@daybreak-ai.example',
  LINK_KEYS: LINK_KEY,
  LESSONS_DIR: path.join(CONTENT, 'lessons'),
  RESOURCES_DIR: path.join(CONTENT, 'resources'),
  PICTURES_DIR: path.join(CONTENT, 'pictures'),
  // Tests that need mails or scheduled jobs switch it on.
  WORKER: 'off',
  RATE_LIMITS: 'off',
  ...env,
});

async function start({ env, clock = systemClock }: Options, lines: string[]): Promise<StartedService> {
  const logger = createLogger('svc-funnel', 'debug', { write: (line) => void lines.push(line) });
  const app = await createApp({ env: parseEnv(testEnv(env)), clock, logger });
  await app.listen(0, '127.0.0.1');
  return {
    app,
    url: await app.getUrl(),
    log: () => lines.join(''),
    stop: async () => void (await stopApp(app)),
  };
}

/** Starts the service in this process on a free port. */
export const startService = (options: Options = {}): Promise<StartedService> => start(options, []);

let shared: Promise<Service> | undefined;
let sharedClock = systemClock;
const sharedLines: string[] = [];

/**
 * Returns the service that the spec files of a test worker share, with the clock and log of the current file. It is
 * never stopped.
 */
export async function sharedService(clock: Clock = systemClock): Promise<Service> {
  sharedClock = clock;
  sharedLines.length = 0;
  return (shared ??= start({ clock: () => sharedClock() }, sharedLines));
}
