import type { ReleaseFigures } from '@course/contracts';
import { compareRates, type Rate } from './sequential-test.ts';

interface Metric {
  readonly bad: (figures: ReleaseFigures) => Rate;
  /** Tolerated difference, as a share of visits. */
  readonly margin: number;
  /** Describes the canary's rate next to stable's. */
  readonly describe: (canary: Rate, stable: Rate) => string;
}

const count = (value: number): string => value.toLocaleString('en-US');

const visits = (value: number): string => `${count(value)} ${value === 1 ? 'visit' : 'visits'}`;

const vital = (name: keyof ReleaseFigures['vitals'], title: string): Metric => ({
  bad: ({ vitals }) => ({ bad: vitals[name].poor, of: vitals[name].measured }),
  margin: 0.03,
  describe: (canary, stable) =>
    `${title} poor in ${count(canary.bad)} of ${visits(canary.of)}, ${count(stable.bad)} of ${count(stable.of)} on stable`,
});

/** The metrics by which a canary is judged. */
const METRICS = {
  errors: {
    bad: ({ failed, visits: of }) => ({ bad: failed, of }),
    margin: 0.01,
    describe: (canary, stable) =>
      `errors in ${count(canary.bad)} of ${visits(canary.of)}, ${count(stable.bad)} of ${count(stable.of)} on stable`,
  },
  completion: {
    bad: ({ completed, visits: of }) => ({ bad: of - completed, of }),
    margin: 0.04,
    describe: (canary, stable) =>
      `completed in ${count(canary.of - canary.bad)} of ${visits(canary.of)}, ${count(stable.of - stable.bad)} of ${count(stable.of)} on stable`,
  },
  lcp: vital('lcp', 'largest contentful paint'),
  inp: vital('inp', 'interaction to next paint'),
  cls: vital('cls', 'layout shift'),
  ttfb: vital('ttfb', 'time to first byte'),
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof METRICS;

const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

/** At most this share of faultless canaries is ever aborted. */
const FALSE_ABORTS = 0.05;

/** Any metric can abort a canary, so each gets a fraction of that share. */
const ABORT_AT = Math.log(METRIC_NAMES.length / FALSE_ABORTS);

/** At most this share of canaries that are worse by a margin is ever judged good. */
const FALSE_PROMOTIONS = 0.05;

/** All metrics must agree that a canary is good, so each may use the whole share. */
const GOOD_AT = Math.log(1 / FALSE_PROMOTIONS);

/** With fewer visits, a release is never judged good, whatever the figures. */
const MIN_VISITS = 500;

/** A vital that was measured in fewer visits of stable is not waited for. */
const MIN_MEASURED = 100;

export type Verdict =
  | { readonly verdict: 'worse'; readonly metric: MetricName; readonly sentence: string }
  | { readonly verdict: 'good' | 'undecided'; readonly sentence: string };

/**
 * Judges a canary by the figures of its visits and of stable's in the same period. `worse`: a metric is worse by more
 * than its margin; `good`: none is; `undecided`: more visits are needed. Valid at any time, however often it is called.
 */
export const judgeCanary = (canary: ReleaseFigures, stable: ReleaseFigures): Verdict => {
  const compared = METRIC_NAMES.map((name) => {
    const { bad, margin } = METRICS[name];
    return { name, ours: bad(canary), theirs: bad(stable), ...compareRates(bad(canary), bad(stable), margin) };
  });
  const [worst] = compared.filter(({ above }) => above >= ABORT_AT).sort((a, b) => b.above - a.above);
  if (worst)
    return { verdict: 'worse', metric: worst.name, sentence: METRICS[worst.name].describe(worst.ours, worst.theirs) };

  const open = compared.filter(({ below, theirs }) => theirs.of >= MIN_MEASURED && below < GOOD_AT);
  const after = `after ${visits(canary.visits)} (${count(stable.visits)} on stable)`;
  if (open.length === 0 && canary.visits >= MIN_VISITS && stable.visits >= MIN_VISITS)
    return { verdict: 'good', sentence: `no worse than stable ${after}` };
  return { verdict: 'undecided', sentence: `undecided ${after}` };
};
