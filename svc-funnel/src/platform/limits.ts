import { RateLimiter as KitRateLimiter, type Limit, type Redis, type WithoutRedis } from '@course/service-kit';
import type { Env } from './env.ts';

interface Window {
  readonly points: number;
  readonly seconds: number;
}

interface VisitorLimit {
  readonly perSession: Window;
  /** Larger than a session's, because an office or a mobile carrier shares one address. */
  readonly perAddress: Window;
  readonly withoutRedis: WithoutRedis;
}

/** How often one visitor may call. The quiz itself is 21 answers in about two minutes. */
export const LIMITS = {
  sessions: {
    perSession: { points: 60, seconds: 60 },
    perAddress: { points: 300, seconds: 60 },
    withoutRedis: 'memory',
  },
  responses: {
    perSession: { points: 120, seconds: 60 },
    perAddress: { points: 1200, seconds: 60 },
    withoutRedis: 'memory',
  },
  refusedWrites: {
    perSession: { points: 60, seconds: 600 },
    perAddress: { points: 300, seconds: 600 },
    withoutRedis: 'memory',
  },
  // Card testers open checkouts by the hundred; a visitor opens a handful.
  checkout: {
    perSession: { points: 30, seconds: 600 },
    perAddress: { points: 150, seconds: 600 },
    withoutRedis: 'strict',
  },
  checkoutState: {
    perSession: { points: 60, seconds: 60 },
    perAddress: { points: 300, seconds: 60 },
    withoutRedis: 'memory',
  },
  /** Each call sends a mail to an address that somebody typed. */
  correctEmail: {
    perSession: { points: 10, seconds: 3600 },
    perAddress: { points: 60, seconds: 3600 },
    withoutRedis: 'refuse',
  },
  /** Each call may send a mail to an address that somebody typed. Its rows limit how often one address is mailed. */
  firstStep: {
    perSession: { points: 10, seconds: 3600 },
    perAddress: { points: 60, seconds: 3600 },
    withoutRedis: 'refuse',
  },
  courseLink: {
    perSession: { points: 60, seconds: 600 },
    perAddress: { points: 300, seconds: 600 },
    withoutRedis: 'refuse',
  },
  course: {
    perSession: { points: 300, seconds: 60 },
    perAddress: { points: 1200, seconds: 60 },
    withoutRedis: 'memory',
  },
  newLink: {
    perSession: { points: 10, seconds: 3600 },
    perAddress: { points: 30, seconds: 3600 },
    withoutRedis: 'refuse',
  },
  refundRequest: {
    perSession: { points: 60, seconds: 600 },
    perAddress: { points: 300, seconds: 600 },
    withoutRedis: 'refuse',
  },
  secondOrder: {
    perSession: { points: 60, seconds: 600 },
    perAddress: { points: 300, seconds: 600 },
    withoutRedis: 'refuse',
  },
  /** A legal right, which must not depend on Redis. */
  withdrawal: {
    perSession: { points: 20, seconds: 3600 },
    perAddress: { points: 60, seconds: 3600 },
    withoutRedis: 'memory',
  },
  /** A legal right, too: to object to a withdrawal that somebody else declared. */
  objection: {
    perSession: { points: 60, seconds: 600 },
    perAddress: { points: 300, seconds: 600 },
    withoutRedis: 'memory',
  },
} as const satisfies Record<string, VisitorLimit>;

/** Limits with a single key, counted by the service that uses them. */
export const OTHER_LIMITS = {
  /** By email address, known or not, or by order, so that no inbox is flooded and no link is ended again and again. */
  newLinkToEmail: { points: 3, seconds: 3600, withoutRedis: 'refuse' },
  /** By the caller's address, for unknown tokens only: a mail provider unsubscribes many readers from one address. */
  unknownLink: { points: 60, seconds: 60, withoutRedis: 'refuse' },
  /** By the caller's address, for refused signatures only: providers deliver in bursts. */
  webhookSignature: { points: 60, seconds: 60, withoutRedis: 'memory' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
type Scope = 'perSession' | 'perAddress';
type VisitorLimitName = `${LimitName}:${Scope}`;
type CountedName = VisitorLimitName | keyof typeof OTHER_LIMITS;

const SCOPES: readonly Scope[] = ['perSession', 'perAddress'];

const visitorLimits = Object.fromEntries(
  (Object.keys(LIMITS) as LimitName[]).flatMap((name) =>
    SCOPES.map((scope): [VisitorLimitName, Limit] => [
      `${name}:${scope}`,
      { ...LIMITS[name][scope], withoutRedis: LIMITS[name].withoutRedis },
    ]),
  ),
) as Record<VisitorLimitName, Limit>;

/** Counts the calls of visitors across all processes of this service. */
export class RateLimiter extends KitRateLimiter<CountedName> {
  constructor({ rateLimits: isOn, cookieKeys: [secret] }: Env, client: Redis) {
    super({ isOn, limits: { ...visitorLimits, ...OTHER_LIMITS }, redis: { client, prefix: 'funnel:limit:', secret } });
  }
}
