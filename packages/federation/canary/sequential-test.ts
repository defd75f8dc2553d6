import { gammaln } from 'simple-statistics';

/** `bad` of `of` visits went badly. */
export interface Rate {
  readonly bad: number;
  readonly of: number;
}

/**
 * Returns the log-likelihood under a beta-binomial with parameters ½ and ½ (Krichevsky-Trofimov): a mixture over all
 * rates.
 */
const logMixture = ({ bad, of }: Rate): number =>
  gammaln(bad + 0.5) + gammaln(of - bad + 0.5) - gammaln(of + 1) - Math.log(Math.PI);

const weightedLog = (count: number, probability: number): number => (count === 0 ? 0 : count * Math.log(probability));

const logLikelihood = ({ bad, of }: Rate, probability: number): number =>
  weightedLog(bad, probability) + weightedLog(of - bad, 1 - probability);

const slope = ({ bad, of }: Rate, probability: number): number =>
  (bad === 0 ? 0 : bad / probability) - (of === bad ? 0 : (of - bad) / (1 - probability));

/** Bisections of an interval of length 1 until its ends are adjacent doubles. */
const BISECTIONS = 52;

/** Returns the maximum log-likelihood of both samples if the canary's rate is stable's plus `margin`. */
const logLikelihoodAtMargin = (canary: Rate, stable: Rate, margin: number): number => {
  // It is concave in stable's rate, so its slope changes sign at most once; if it does not, the maximum is at an end.
  let [low, high] = [0, 1 - margin];
  for (let left = BISECTIONS; left > 0; left -= 1) {
    const middle = (low + high) / 2;
    if (slope(stable, middle) + slope(canary, middle + margin) > 0) low = middle;
    else high = middle;
  }
  const best = (low + high) / 2;
  return logLikelihood(stable, best) + logLikelihood(canary, best + margin);
};

/**
 * The evidence in two samples on whether the canary's rate exceeds stable's by more than a margin, as natural
 * logarithms of e-values; 0 is no evidence.
 */
export interface Evidence {
  /** Against "by at most the margin". */
  readonly above: number;
  /** Against "by the margin or more". */
  readonly below: number;
}

/**
 * Compares two rates by mixture likelihood ratios: a mixture over the rates of both releases (for `below`, over one
 * rate that they share) divided by the maximum likelihood under the hypothesis to be rejected. Whatever the true rates
 * under that hypothesis, the ratio is bounded by a martingale that starts at 1, so the probability that it ever reaches
 * 1/α is at most α (Ville's inequality): it may be evaluated after each visit, or at any other time.
 *
 * `margin`: a share of visits, at least 0 and below 1.
 */
export const compareRates = (canary: Rate, stable: Rate, margin: number): Evidence => {
  if (canary.of === 0 || stable.of === 0) return { above: 0, below: 0 };
  const atMargin = logLikelihoodAtMargin(canary, stable, margin);
  // A hypothesis that includes the observed difference fits best there, so there is no evidence against it.
  return canary.bad / canary.of - stable.bad / stable.of > margin
    ? { above: logMixture(canary) + logMixture(stable) - atMargin, below: 0 }
    : { above: 0, below: logMixture({ bad: canary.bad + stable.bad, of: canary.of + stable.of }) - atMargin };
};
