import { gammaln } from 'simple-statistics';

/** How many of so many visits went badly. */
export interface Rate {
  readonly bad: number;
  readonly of: number;
}

/** Likelihood under a beta-binomial with parameters ½ and ½ (Krichevsky-Trofimov): a mixture over all rates. */
const logMixture = ({ bad, of }: Rate): number =>
  gammaln(bad + 0.5) + gammaln(of - bad + 0.5) - gammaln(of + 1) - Math.log(Math.PI);

const weighed = (count: number, probability: number): number => (count === 0 ? 0 : count * Math.log(probability));

const logLikelihood = ({ bad, of }: Rate, probability: number): number =>
  weighed(bad, probability) + weighed(of - bad, 1 - probability);

const slope = ({ bad, of }: Rate, probability: number): number =>
  (bad === 0 ? 0 : bad / probability) - (of === bad ? 0 : (of - bad) / (1 - probability));

/** Of an interval of length 1, until its ends are neighbouring doubles. */
const HALVINGS = 52;

/** The greatest likelihood of both where the canary's rate is that of stable plus `margin`. */
const logLikelihoodAtMargin = (canary: Rate, stable: Rate, margin: number): number => {
  // Concave in the rate of stable, so its slope changes its sign once, or the greatest value lies at an end.
  let [low, high] = [0, 1 - margin];
  for (let left = HALVINGS; left > 0; left -= 1) {
    const middle = (low + high) / 2;
    if (slope(stable, middle) + slope(canary, middle + margin) > 0) low = middle;
    else high = middle;
  }
  const best = (low + high) / 2;
  return logLikelihood(stable, best) + logLikelihood(canary, best + margin);
};

/**
 * What two counts say about the canary's rate being above that of stable by more than a margin, as natural logarithms of
 * e-values; 0 says nothing.
 */
export interface Evidence {
  /** Against "at most by the margin". */
  readonly above: number;
  /** Against "by the margin or more". */
  readonly below: number;
}

/**
 * Compares two rates by mixture likelihood ratios: a mixture over the rates of both releases (for `below`, over one rate
 * that both have) over the greatest likelihood on the denied side of the margin. Whatever the true rates there, the ratio
 * is at most a martingale that starts at 1, so that it ever reaches 1/α with a probability of at most α (Ville): it may be
 * looked at after each visit, or at any other moment.
 *
 * `margin`: share of visits, from 0 to less than 1.
 */
export const compareRates = (canary: Rate, stable: Rate, margin: number): Evidence => {
  if (canary.of === 0 || stable.of === 0) return { above: 0, below: 0 };
  const atMargin = logLikelihoodAtMargin(canary, stable, margin);
  // On its own side of the margin a hypothesis fits best where the figures are.
  return canary.bad / canary.of - stable.bad / stable.of > margin
    ? { above: logMixture(canary) + logMixture(stable) - atMargin, below: 0 }
    : { above: 0, below: logMixture({ bad: canary.bad + stable.bad, of: canary.of + stable.of }) - atMargin };
};
