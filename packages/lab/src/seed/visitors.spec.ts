import { createHash } from 'node:crypto';
import { decodeChoices, findPlan, priceOf } from '@course/funnel';
import { PATH, stepAt, STEPS, type Step, type StepKey } from '@course/test-kit/product-flow';
import { DAY_MS, sessionId } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { copyText } from './postgres-copy.ts';
import {
  ANSWERS,
  BOTS,
  CAMPAIGNS,
  DROP_OFF_ELSEWHERE,
  DROP_OFF_RATES,
  DWELL,
  ENTRIES,
  HIDDEN,
  LINGER,
  LOST_EXITS,
  OFFER,
  PLAN_WEIGHTS,
  REFUNDS,
} from './distributions.ts';
import { SEEDED_SESSIONS } from './ids.ts';
import { FUNNEL_TABLES, PAGE_VIEWS } from './rows.ts';
import type { SeededView, Visitor } from './visitor.ts';
import { visitors } from './visitors.ts';

const UNTIL = Date.UTC(2026, 5, 15, 12, 0);
// `npm run test:long` draws more.
const CROWD = { visitors: Number(process.env['CROWD'] ?? 6_000), days: 30, until: UNTIL, seed: 7 };

const everybody = [...visitors(CROWD)];
const people = everybody.filter(({ isBot }) => !isBot);
// Visitors who arrived within the last day may still be in the funnel.
const done = people.filter(({ session }) => session.createdAt < UNTIL - DAY_MS);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const averageOf = (
  influences: Readonly<Record<string, { weight: number; leave: number; buy: number }>>,
  factor: 'leave' | 'buy',
): number => {
  const all = Object.values(influences);
  return sum(all.map((influence) => influence.weight * influence[factor])) / sum(all.map(({ weight }) => weight));
};

/** Expects a share within four standard deviations of the stated one. */
const expectShare = (found: number, of: number, stated: number): void => {
  expect(Math.abs(found / of - stated), `${found} of ${of}, stated ${stated}`).toBeLessThan(
    4 * Math.sqrt((stated * (1 - stated)) / of) + 1e-9,
  );
};

type Question = Extract<Step, { asks: string }>;

const questionAt = (path: string): Question | undefined => {
  const step = stepAt(path);
  return step && 'asks' in step ? step : undefined;
};

const lastPath = ({ views }: Visitor): string | undefined => views.at(-1)?.pagePath;
const wasOn = (visitor: Visitor, path: string): boolean => visitor.views.some(({ pagePath }) => pagePath === path);

const digest = (crowd: Iterable<Visitor>): string => {
  const all = [...crowd];
  return createHash('sha256')
    .update([...FUNNEL_TABLES, PAGE_VIEWS].map((table) => copyText(all.flatMap(table.rowsOf))).join(''))
    .digest('hex');
};

describe('the same seed', () => {
  const few = { ...CROWD, visitors: 500 };

  it('yields the same rows byte for byte, and another seed other rows', () => {
    expect(digest(visitors(few))).toBe(digest(visitors(few)));
    expect(digest(visitors({ ...few, seed: 8 }))).not.toBe(digest(visitors(few)));
  });
});

describe('every visitor', () => {
  it('follows the flow from an entry screen without skipping a page', () => {
    const keysOf = ({ views }: Visitor) => views.map(({ pagePath }) => stepAt(pagePath)?.key ?? '');
    const isInOrder = ([first = '', ...rest]: readonly string[]): boolean =>
      first in ENTRIES && rest.every((key, place) => key === PATH[place]?.key);
    expect(people.map(keysOf).filter((keys) => !isInOrder(keys))).toEqual([]);
  });

  it('is on one page at a time, within the period and for a positive time', () => {
    const begin = UNTIL - CROWD.days * DAY_MS;
    const isPossible = ({ enteredAt, exit }: SeededView): boolean =>
      !exit ||
      (exit.visibleSeconds > 0 &&
        exit.visibleSeconds <= exit.totalSeconds &&
        exit.at - enteredAt === Math.round(exit.totalSeconds * 1000) &&
        exit.at <= UNTIL);
    const isInOrder = ({ views }: Visitor): boolean =>
      views.every(
        (view, place) =>
          isPossible(view) &&
          view.enteredAt <= UNTIL &&
          view.enteredAt >= (views[place - 1]?.exit?.at ?? views[place - 1]?.enteredAt ?? begin),
      );
    expect(everybody.filter((visitor) => !isInOrder(visitor))).toEqual([]);
  });

  it('has a valid session id that is recognisably seeded, and page views with unique UUIDs', () => {
    expect(
      everybody.filter(
        ({ session: { id } }) => !sessionId.safeParse(id).success || !new RegExp(SEEDED_SESSIONS).test(id),
      ),
    ).toEqual([]);
    expect(new Set(everybody.map(({ session }) => session.id)).size).toBe(everybody.length);
    const views = everybody.flatMap((visitor) => visitor.views.map(({ id }) => id));
    expect(new Set(views).size).toBe(views.length);
    expect(views.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    );
  });

  it('answers every question that they continued from, with options of its step', () => {
    const isAnswer = (step: Question, value: string): boolean => {
      const chosen = decodeChoices(value);
      const isKnown =
        chosen.length > 0 && chosen.every((choice) => step.options.some((option) => option.value === choice));
      if (step.kind !== 'multi') return isKnown && value === chosen[0];
      return isKnown && (chosen.length === 1 || !step.exclusive || !chosen.includes(step.exclusive));
    };
    const isRight = ({ views, answers }: Visitor): boolean => {
      const questions = views.slice(0, -1).flatMap(({ pagePath }) => questionAt(pagePath) ?? []);
      return (
        questions.length === answers.length &&
        questions.every(
          (step, place) => step.asks === answers[place]?.questionKey && isAnswer(step, answers[place].value),
        )
      );
    };
    expect(done.filter((visitor) => !isRight(visitor))).toEqual([]);
  });

  it('pays the price of the plan, and then sees the page of a successful payment', () => {
    const buyers = done.filter(({ checkout }) => checkout?.order);
    expect(buyers.length).toBeGreaterThan(100);
    for (const { checkout, views, session } of buyers) {
      const offer = views.find(({ pagePath }) => pagePath === '/sales002');
      expect(lastPath({ views } as Visitor)).toBe('/payment-success');
      expect(checkout?.amountCents).toBe(priceOf(findPlan(checkout?.plan ?? '')!, 'discounted'));
      expect(checkout?.openedAt).toBeGreaterThan(offer?.enteredAt ?? Infinity);
      expect(checkout?.order?.paidAt).toBeGreaterThanOrEqual(checkout?.openedAt ?? Infinity);
      expect(checkout?.order?.refundedCents).toBeLessThanOrEqual(checkout?.amountCents ?? 0);
      expect(session.email).toMatch(/@seed\.invalid$/);
    }
  });
});

describe('the crowd follows the stated distributions', () => {
  // Buyers are left out, because they stay longer on the offer.
  const timesOf = (kind: string, goesOn: boolean): number[] =>
    done.flatMap(({ views, checkout }) =>
      views.flatMap(({ pagePath, exit }, place) =>
        exit && stepAt(pagePath)?.kind === kind && place < views.length - 1 === goesOn && !checkout?.order
          ? [exit.visibleSeconds]
          : [],
      ),
    );

  it.each([
    'yes-no',
    'landing',
    'gender',
    'single',
    'multi',
    'social-proof',
    'profile',
    'processing',
    'email',
    'name',
  ] as const)('of time on %s', (kind) => {
    const { median: stated } = DWELL[kind];
    expect(median(timesOf(kind, true)) / stated).toBeGreaterThan(0.95);
    expect(median(timesOf(kind, true)) / stated).toBeLessThan(1.05);
  });

  it('of the hesitation of those who leave, and of the heavy tail', () => {
    const left = timesOf('email', false);
    expect(Math.abs(median(left) / (DWELL.email.median * LINGER.leavingFactor) - 1)).toBeLessThan(0.08);
    const times = timesOf('single', true);
    // Without the heavy tail, nobody would be beyond 5 deviations of the logarithm.
    const far = times.filter((seconds) => seconds > DWELL.single.median * Math.exp(5 * DWELL.single.sigma));
    expect(far.length / times.length / LINGER.forgottenShare).toBeGreaterThan(0.03);
    expect(times.every((seconds) => seconds <= LINGER.maxSeconds)).toBe(true);
  });

  const reached = (path: string): Visitor[] => done.filter((visitor) => wasOn(visitor, path));
  const between = STEPS.filter(
    ({ key }) => PATH.some((step) => step.key === key) && !['sales002', 'payment-success'].includes(key),
  );

  it.each(between.map(({ key, path }) => [key, path] as const))('of leaving at %s', (key, path) => {
    const all = reached(path);
    expectShare(
      all.filter((visitor) => lastPath(visitor) === path).length,
      all.length,
      DROP_OFF_RATES[key] ?? DROP_OFF_ELSEWHERE,
    );
  });

  it.each(Object.keys(ENTRIES) as (keyof typeof ENTRIES)[])('of arriving and leaving at %s', (key) => {
    const path = STEPS.find((step) => step.key === (key as StepKey))?.path ?? '';
    const all = reached(path);
    expectShare(all.length, done.length, ENTRIES[key].weight / sum(Object.values(ENTRIES).map(({ weight }) => weight)));
    const stated = (DROP_OFF_RATES[key] ?? 0) * ENTRIES[key].leave * averageOf(CAMPAIGNS, 'leave');
    expectShare(all.filter((visitor) => lastPath(visitor) === path).length, all.length, stated);
  });

  it('of answers', () => {
    for (const step of STEPS) {
      if (!('asks' in step) || step.key === 'q11' || step.key === 'home' || step.key === 'old002') continue;
      const answers = done
        .filter((visitor) => wasOn(visitor, step.path))
        .flatMap((visitor) => visitor.answers.filter(({ questionKey }) => questionKey === step.asks));
      const weights = ANSWERS[step.asks] ?? {};
      const total = step.kind === 'multi' ? 1 : sum(step.options.map(({ value }) => weights[value] ?? 0));
      const exclusive = step.kind === 'multi' ? step.exclusive : undefined;
      const isOpen = 1 - (exclusive ? (weights[exclusive] ?? 0) : 0);
      for (const { value } of step.options) {
        const chosen = answers.filter((answer) => decodeChoices(answer.value).includes(value)).length;
        const stated = ((weights[value] ?? 0) / total) * (value === exclusive ? 1 : isOpen);
        // Visitors who would choose no option choose one, which adds a little to each.
        if (step.kind === 'multi')
          expect(Math.abs(chosen / answers.length - stated), `${step.key} ${value}`).toBeLessThan(0.045);
        else expectShare(chosen, answers.length, stated);
      }
    }
  });

  it('of purchases and abandoned checkouts', () => {
    const offered = reached('/sales002');
    const bought = offered.filter(({ checkout }) => checkout?.order);
    const stated = OFFER.buys;
    expect(bought.length / offered.length / stated).toBeGreaterThan(0.9);
    expect(bought.length / offered.length / stated).toBeLessThan(1.35);
    const others = offered.filter(({ checkout }) => !checkout?.order);
    expectShare(others.filter(({ checkout }) => checkout).length, others.length, OFFER.opensCheckout);
  });

  it('of plans and refunds', () => {
    const long = [...visitors({ ...CROWD, days: 300 })].filter(
      ({ session }) => session.createdAt < UNTIL - 20 * DAY_MS,
    );
    const bought = long.flatMap(({ checkout }) => (checkout?.order ? [{ ...checkout, order: checkout.order }] : []));
    const total = sum(Object.values(PLAN_WEIGHTS));
    for (const [plan, weight] of Object.entries(PLAN_WEIGHTS))
      expectShare(bought.filter((purchase) => purchase.plan === plan).length, bought.length, weight / total);
    const refunded = bought.filter(({ order }) => order.refundedCents > 0);
    expectShare(refunded.length, bought.length, REFUNDS.share);
    expect(
      refunded.every(
        ({ order }) => order.refundedAt !== null && order.refundedAt > order.paidAt && order.refundedAt <= UNTIL,
      ),
    ).toBe(true);
    expect(refunded.some(({ order, amountCents }) => order.refundedCents < amountCents)).toBe(true);
  });

  it('of conversion by variant', () => {
    const conversion = (variant: string): number => {
      const all = done.filter(({ session }) => session.variant === variant);
      return all.filter(({ checkout }) => checkout?.order).length / all.length;
    };
    expect(conversion('entry=home')).toBeGreaterThan(conversion('entry=root') * 1.1);
    expect(conversion('entry=root')).toBeGreaterThan(conversion('entry=old001'));
  });

  it('of lost exits, hidden tabs and crawlers', () => {
    const left = done.flatMap(({ views }) => views.slice(-1));
    expectShare(left.filter(({ exit }) => !exit).length, left.length, LOST_EXITS.leaving);
    const stayed = done.flatMap(({ views }) => views.slice(0, -1));
    expectShare(stayed.filter(({ exit }) => !exit).length, stayed.length, LOST_EXITS.staying);
    const timed = stayed.flatMap(({ exit }) => exit ?? []);
    expectShare(
      timed.filter(({ totalSeconds, visibleSeconds }) => totalSeconds > visibleSeconds).length,
      timed.length,
      HIDDEN.share,
    );
    expectShare(everybody.filter(({ isBot }) => isBot).length, everybody.length, BOTS.share);
  });
});

describe('at the end of the period', () => {
  it('some visitors are still on a page, and nothing happens later', () => {
    const late = people.filter(({ session }) => session.createdAt > UNTIL - 5 * 60_000);
    const open = [...visitors({ ...CROWD, visitors: 3000, days: 1 })].filter(
      ({ views, session }) => session.createdAt > UNTIL - 5 * 60_000 && views.at(-1)?.exit === null,
    );
    expect(open.length).toBeGreaterThan(0);
    for (const { answers, checkout } of late) {
      expect(answers.every(({ at }) => at <= UNTIL)).toBe(true);
      expect(checkout?.openedAt ?? 0).toBeLessThanOrEqual(UNTIL);
      expect(checkout?.order?.paidAt ?? 0).toBeLessThanOrEqual(UNTIL);
    }
  });
});
