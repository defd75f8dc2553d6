import { randomUUID } from 'node:crypto';
import { findPlan } from '@course/funnel';
import { aSessionId } from '../browser.ts';
import type { Random } from '@course/test-kit/seeded-random';

/** `days`: how long a pause lasts, counted from the decision. */
export type Decision = { readonly at: number } & (
  | { readonly kind: 'hour'; readonly hour: number }
  | { readonly kind: 'weekdays'; readonly only: boolean }
  | { readonly kind: 'pause'; readonly days: number }
  | { readonly kind: 'end-pause' | 'next-now' }
);

export type Ending = 'unsubscribe' | 'refund' | 'dispute';

/** What one reader buys, where, and how its payment is reported. Times are ms since 1970. */
export interface Reader {
  readonly number: number;
  readonly sessionId: string;
  readonly checkoutId: string;
  readonly providerSessionId: string;
  readonly paymentId: string;
  readonly plan: '1week' | '4week' | '12week';
  readonly amountCents: number;
  readonly email: string;
  readonly timeZone: string;
  /** When each delivery of the payment's webhook arrives: some are late, some are repeats. */
  readonly webhooksAt: readonly number[];
  /** What the reader decides about their lessons, in order. */
  readonly decisions: readonly Decision[];
  readonly ending: { readonly kind: Ending; readonly at: number } | undefined;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Within 12 weeks from then, the clocks change in Europe (25 October) and in the United States (1 November). */
export const BEGIN = Date.UTC(2026, 9, 5, 3);

/** All payments are made in the first four days. */
const SALE = 4 * DAY;

const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Asia/Tokyo',
  'America/Santiago',
  'UTC',
] as const;

const PLANS = [
  { plan: '1week', amountCents: findPlan('1week')!.discountedCents, share: 0.5 },
  { plan: '4week', amountCents: findPlan('4week')!.discountedCents, share: 0.35 },
  { plan: '12week', amountCents: findPlan('12week')!.discountedCents, share: 0.15 },
] as const;

const planFor = (point: number) => {
  let sum = 0;
  return PLANS.find(({ share }) => (sum += share) > point) ?? PLANS[1];
};

const endingOf = (random: Random, startedAt: number): Reader['ending'] => {
  if (!random.chance(0.12)) return undefined;
  return {
    kind: random.oneOf(['unsubscribe', 'unsubscribe', 'refund', 'dispute']),
    at: startedAt + random.below(30 * DAY),
  };
};

/** Most webhooks arrive immediately, some hours or days late, some two or three times. */
const webhooksOf = (random: Random, paidAt: number): readonly number[] => {
  const first = paidAt + (random.chance(0.1) ? random.below(3 * DAY) : random.below(10_000));
  const repeats = random.chance(0.1) ? [first + random.below(2 * DAY)] : [];
  return [first, ...repeats, ...(random.chance(0.03) ? [first + random.below(20 * DAY)] : [])];
};

const HOURS = [0, 7, 12, 20, 23];

/** Two in five readers decide something, after their first lesson has arrived. */
const decisionsOf = (random: Random, startedAt: number): readonly Decision[] => {
  if (!random.chance(0.4)) return [];
  const decisions = Array.from({ length: 1 + random.below(6) }, (): Decision => {
    const at = startedAt + 2 * DAY + random.below(30 * DAY);
    const kind = random.oneOf(['hour', 'hour', 'weekdays', 'pause', 'end-pause', 'next-now', 'next-now'] as const);
    if (kind === 'hour') return { kind, at, hour: random.oneOf(HOURS) };
    if (kind === 'weekdays') return { kind, at, only: random.chance(0.6) };
    return kind === 'pause' ? { kind, at, days: 1 + random.below(10) } : { kind, at };
  });
  return decisions.sort((a, b) => a.at - b.at);
};

export function readersOf(random: Random, count: number): readonly Reader[] {
  return Array.from({ length: count }, (_, number) => {
    const webhooksAt = webhooksOf(random, BEGIN + random.below(SALE));
    // One draw in each of `count` equal intervals, so that even a small sample contains every plan.
    const { plan, amountCents } = planFor((number + random.next()) / count);
    const checkoutId = randomUUID();
    return {
      number,
      sessionId: aSessionId(),
      checkoutId,
      providerSessionId: `cs_test_${checkoutId}`,
      paymentId: `pi_${checkoutId}`,
      plan,
      amountCents,
      email: `reader-${number}-${checkoutId}@example.com`,
      timeZone: random.oneOf(ZONES),
      webhooksAt,
      decisions: decisionsOf(random, webhooksAt[0] ?? BEGIN),
      ending: endingOf(random, webhooksAt[0] ?? BEGIN),
    };
  });
}

/** A time in which the service is down: nothing is queued or sent. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

export function outagesOf(random: Random): readonly Outage[] {
  return [6, 19, 33, 48, 61, 74].map((day) => {
    const from = BEGIN + day * DAY + random.below(DAY);
    return { from, to: from + HOUR + random.below(40 * HOUR) };
  });
}
