import type { ReleaseFigures } from '@course/contracts';
import { judgeCanary, type Verdict } from '@course/federation/verdict';
import { seededRandom, testSeed, type Random } from '@course/test-kit/seeded-random';
import { afterAll, describe, expect, it, vi } from 'vitest';

/** 2,000 in `npm run test:long`. */
const RUNS = Number(process.env['CANARY_RUNS'] ?? 40);

// A run takes about 10 ms of an idle core.
vi.setConfig({ testTimeout: 60_000 + RUNS * 200 });
afterAll(() => vi.resetConfig());

const VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const;

type Shares = Readonly<Record<'failed' | 'completed' | (typeof VITALS)[number], number>>;

/** Event rates, as shares of visits. */
interface Traffic extends Shares {
  /** Visits that reach a broken screen: all of them report an error, and a tenth continue nevertheless. */
  readonly broken: number;
}

const NORMAL: Traffic = { failed: 0.005, completed: 0.6, lcp: 0.1, inp: 0.07, cls: 0.05, ttfb: 0.08, broken: 0 };

const tables = new Map<string, Float64Array>();

/** Returns the probabilities of at most 0, 1, ... hits in `count` draws. */
const cumulative = (count: number, share: number): Float64Array => {
  const key = `${count} ${share}`;
  let table = tables.get(key);
  if (!table) {
    table = new Float64Array(count + 1);
    let probability = (1 - share) ** count;
    for (let hits = 0, sum = 0; hits <= count; hits += 1) {
      table[hits] = sum += probability;
      probability *= ((count - hits) / (hits + 1)) * (share / (1 - share));
    }
    tables.set(key, table);
  }
  return table;
};

/** Draws how many of `count` visits have an event of this rate. */
const hits = (random: Random, count: number, share: number): number => {
  const drawn = random.next();
  const found = cumulative(count, share).findIndex((upTo) => drawn < upTo);
  return found === -1 ? count : found;
};

interface Scenario {
  readonly canary: Traffic;
  readonly stable: Traffic;
  /** Share of visits that get the canary. */
  readonly share: number;
  readonly maxVisits: number;
  /** Number of looks within which completing visits complete. */
  readonly slow?: number;
  /** True if all rates vary with the hour of the day. */
  readonly daily?: boolean;
  readonly judge?: typeof judgeCanary;
}

const LOOK_EVERY = 20;
/** Looks per simulated day. */
const DAY = 48;

const atHour = (traffic: Traffic, look: number): Traffic => {
  const swing = 1 + 0.5 * Math.sin((2 * Math.PI * (look % DAY)) / DAY);
  const { failed, completed, lcp, inp, cls, ttfb } = traffic;
  return {
    ...traffic,
    ...{ failed: failed * swing, completed: completed * (1.6 - 0.6 * swing) },
    ...{ lcp: lcp * swing, inp: inp * swing, cls: cls * swing, ttfb: ttfb * swing },
  };
};

/** Returns a function that adds visits to a release's figures at each look. */
const growing = (random: Random, release: string, traffic: Traffic, { slow = 0, daily = false }: Scenario) => {
  const late = new Array<number>(slow + 1).fill(0);
  let figures: ReleaseFigures = {
    ...{ release, visits: 0, failed: 0, completed: 0 },
    vitals: Object.fromEntries(VITALS.map((name) => [name, { measured: 0, poor: 0 }])) as ReleaseFigures['vitals'],
  };
  return (look: number, count: number): ReleaseFigures => {
    const now = daily ? atHour(traffic, look) : traffic;
    const broken = now.broken === 0 ? 0 : hits(random, count, now.broken);
    const completing = hits(random, count - broken, now.completed) + hits(random, broken, 0.1);
    for (let left = completing; left > 0; left -= 1) late[(look + random.below(slow + 1)) % (slow + 1)]! += 1;
    const arrived = late[look % (slow + 1)]!;
    late[look % (slow + 1)] = 0;
    const vitals = VITALS.map((name) => {
      const { measured, poor } = figures.vitals[name];
      return [name, { measured: measured + count, poor: poor + hits(random, count, now[name]) }];
    });
    figures = {
      release,
      visits: figures.visits + count,
      failed: figures.failed + broken + hits(random, count - broken, now.failed),
      completed: figures.completed + arrived,
      vitals: Object.fromEntries(vitals) as ReleaseFigures['vitals'],
    };
    return figures;
  };
};

/** Runs one canary, which is judged after every 20 of its visits, until it is aborted or its last visit. */
const runCanary = (random: Random, scenario: Scenario): Verdict & { readonly visits: number } => {
  const canary = growing(random, 'canary', scenario.canary, scenario);
  const stable = growing(random, 'stable', scenario.stable, scenario);
  const stableVisits = Math.round((LOOK_EVERY * (1 - scenario.share)) / scenario.share);
  for (let look = 1; ; look += 1) {
    // Varies from half as many visits to half as many more.
    const stableFigures = stable(look, Math.round(stableVisits / 2) + random.below(stableVisits + 1));
    const verdict = (scenario.judge ?? judgeCanary)(canary(look, LOOK_EVERY), stableFigures);
    const visits = look * LOOK_EVERY;
    if (verdict.verdict === 'worse' || visits >= scenario.maxVisits) return { ...verdict, visits };
  }
};

const runMany = (scenario: Scenario) => {
  const random = seededRandom(testSeed());
  return Array.from({ length: RUNS }, () => runCanary(random, scenario));
};

const percent = (part: number): string => `${((100 * part) / RUNS).toFixed(1)} %`;

const quantile = (values: readonly number[], share: number): number | undefined =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];

describe('a canary without a fault is aborted in at most 5 % of runs', () => {
  it.each([
    ['at a tenth of the traffic', { share: 0.1 }],
    ['at half of the traffic', { share: 0.5 }],
    ['at a tenth, with rates that vary with the hour', { share: 0.1, daily: true }],
    ['at a tenth, with visits that take long to complete', { share: 0.1, slow: 20 }],
  ])('%s', (title, overrides) => {
    const results = runMany({ canary: NORMAL, stable: NORMAL, maxVisits: 5000, ...overrides });
    const aborted = results.filter(({ verdict }) => verdict === 'worse').length;
    const good = results.filter(({ verdict }) => verdict === 'good').length;
    console.log(`No difference, ${title}: ${percent(aborted)} aborted, ${percent(good)} good after 5,000 visits`);
    expect(aborted).toBeLessThanOrEqual(RUNS * 0.05);
  });

  it('even if it is worse by exactly what is tolerated', () => {
    const canary = { ...NORMAL, failed: 0.015, completed: 0.56, lcp: 0.13, inp: 0.1, cls: 0.08, ttfb: 0.11 };
    const results = runMany({ canary, stable: NORMAL, share: 0.1, maxVisits: 5000 });
    const aborted = results.filter(({ verdict }) => verdict === 'worse').length;
    const good = results.filter(({ verdict }) => verdict === 'good').length;
    console.log(`Worse by all margins: ${percent(aborted)} aborted, ${percent(good)} good after 5,000 visits`);
    expect(aborted).toBeLessThanOrEqual(RUNS * 0.05);
    expect(good).toBeLessThanOrEqual(RUNS * 0.05);
  });
});

/** A test of two proportions at 5 % that is valid for a single look. */
const judgeForOneLook: typeof judgeCanary = (canary, stable) => {
  const share = (canary.completed + stable.completed) / (canary.visits + stable.visits);
  const deviation = Math.sqrt(share * (1 - share) * (1 / canary.visits + 1 / stable.visits));
  const isWorse = stable.completed / stable.visits - canary.completed / canary.visits > 1.645 * deviation;
  return isWorse ? { verdict: 'worse', metric: 'completion', sentence: '' } : { verdict: 'undecided', sentence: '' };
};

it('a test that is valid for a single look aborts far more of them if it is used at every look', () => {
  const scenario = { canary: NORMAL, stable: NORMAL, share: 0.1, maxVisits: 5000, judge: judgeForOneLook };
  const aborted = runMany(scenario).filter(({ verdict }) => verdict === 'worse').length;
  console.log(`No difference, by a test for one look: ${percent(aborted)} aborted`);
  expect(aborted).toBeGreaterThan(RUNS * 0.15);
});

describe('a canary that breaks one screen for a tenth of its visitors is aborted within 500 of its visits in 95 % of runs', () => {
  it.each([
    ['with stable at 90 % of the traffic', 0.1],
    ['with stable at 50 % of the traffic', 0.5],
  ])('%s', (title, share) => {
    const results = runMany({ canary: { ...NORMAL, broken: 0.1 }, stable: NORMAL, share, maxVisits: 500 });
    const visitsUntilAbort = results.filter(({ verdict }) => verdict === 'worse').map(({ visits }) => visits);
    console.log(
      `One screen broken, ${title}: ${percent(visitsUntilAbort.length)} aborted within 500 visits; ` +
        `half of them after ${quantile(visitsUntilAbort, 0.5)}, 95 % after ${quantile(visitsUntilAbort, 0.95)}`,
    );
    expect(visitsUntilAbort.length).toBeGreaterThanOrEqual(RUNS * 0.95);
  });
});
