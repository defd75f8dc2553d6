import type { ReleaseFigures } from '@course/contracts';
import { compareRates, type Rate } from './sequential-test.ts';

interface Metric {
  readonly bad: (figures: ReleaseFigures) => Rate;
  /** Tolerated difference, as a share of visits. */
  readonly margin: number;
  /** A sentence about the canary that `stable` is added to. */
  readonly says: (canary: Rate, stable: Rate) => string;
}

const count = (value: number): string => value.toLocaleString('en-US');

const visits = (value: number): string => `${count(value)} ${value === 1 ? 'visit' : 'visits'}`;

const vital = (name: keyof ReleaseFigures['vitals'], title: string): Metric => ({
  bad: ({ vitals }) => ({ bad: vitals[name].poor, of: vitals[name].measured }),
  margin: 0.03,
  says: (canary, stable) =>
    `${title} poor in ${count(canary.bad)} of ${visits(canary.of)}, ${count(stable.bad)} of ${count(stable.of)} on stable`,
});

/** What a canary is judged by. */
export const METRICS = {
  errors: {
    bad: ({ failed, visits: of }) => ({ bad: failed, of }),
    margin: 0.01,
    says: (canary, stable) =>
      `errors in ${count(canary.bad)} of ${visits(canary.of)}, ${count(stable.bad)} of ${count(stable.of)} on stable`,
  },
  completion: {
    bad: ({ completed, visits: of }) => ({ bad: of - completed, of }),
    margin: 0.04,
    says: (canary, stable) =>
      `completed in ${count(canary.of - canary.bad)} of ${visits(canary.of)}, ${count(stable.of - stable.bad)} of ${count(stable.of)} on stable`,
  },
  lcp: vital('lcp', 'largest contentful paint'),
  inp: vital('inp', 'interaction to next paint'),
  cls: vital('cls', 'layout shift'),
  ttfb: vital('ttfb', 'time to first byte'),
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof METRICS;

const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

/** The share of canaries without a fault that are ever aborted, at most. */
const FALSE_ABORTS = 0.05;

/** Any metric may abort, so each has a part of that share. */
const ABORT_AT = Math.log(METRIC_NAMES.length / FALSE_ABORTS);

/** All metrics must agree that a canary is good, so none needs less than the whole of 5 %. */
const GOOD_AT = Math.log(1 / 0.05);

/** Fewer visits are too few to be called good, whatever the figures. */
const FEWEST_VISITS = 500;

/** A vital that fewer visits of stable were measured in is not waited for. */
const FEWEST_MEASURED = 100;

export type Verdict =
  | { readonly verdict: 'worse'; readonly metric: MetricName; readonly sentence: string }
  | { readonly verdict: 'good' | 'undecided'; readonly sentence: string };

/**
 * Judges a canary by what its visitors and those of stable met in the same time. `worse`: a metric is worse by more than
 * its margin; `good`: none is; `undecided`: more visits are needed. Valid at any moment and as often as it is asked.
 */
export const judgeCanary = (canary: ReleaseFigures, stable: ReleaseFigures): Verdict => {
  const compared = METRIC_NAMES.map((name) => {
    const { bad, margin } = METRICS[name];
    return { name, ours: bad(canary), theirs: bad(stable), ...compareRates(bad(canary), bad(stable), margin) };
  });
  const [worst] = compared.filter(({ above }) => above >= ABORT_AT).sort((a, b) => b.above - a.above);
  if (worst)
    return { verdict: 'worse', metric: worst.name, sentence: METRICS[worst.name].says(worst.ours, worst.theirs) };

  const open = compared.filter(({ below, theirs }) => theirs.of >= FEWEST_MEASURED && below < GOOD_AT);
  const after = `after ${visits(canary.visits)} (${count(stable.visits)} on stable)`;
  if (open.length === 0 && canary.visits >= FEWEST_VISITS && stable.visits >= FEWEST_VISITS)
    return { verdict: 'good', sentence: `no worse than stable ${after}` };
  return { verdict: 'undecided', sentence: `undecided ${after}` };
};
