import { DWELL, HIDDEN, LINGER } from './distributions.ts';
import type { StepKind } from '@course/test-kit/product-flow';
import type { Random } from '@course/test-kit/seeded-random';

/** How a visitor leaves a page: for the next page, for the next page after a payment, or for good. */
export type Leaving = 'on' | 'paying' | 'away';

export interface TimeOnPage {
  /** Rounded to whole ms. */
  readonly visibleSeconds: number;
  /** Includes time in a hidden tab. */
  readonly totalSeconds: number;
}

const roundToMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Returns the factor of a forgotten page; 1 for nearly everybody. */
const forgottenFactor = (random: Random): number =>
  random.chance(LINGER.forgottenShare) ? (1 - random.next()) ** (-1 / LINGER.forgottenShape) : 1;

const visible = (kind: StepKind, leaving: Leaving, random: Random): number => {
  const { median, sigma } = DWELL[kind];
  const dwell =
    random.logNormal(median, sigma) * (leaving === 'away' ? LINGER.leavingFactor : 1) * forgottenFactor(random);
  const paying = leaving === 'paying' ? random.logNormal(LINGER.paying.median, LINGER.paying.sigma) : 0;
  return Math.min(dwell + paying, LINGER.maxSeconds);
};

const hidden = (random: Random): number =>
  random.chance(HIDDEN.share) ? Math.min(random.logNormal(HIDDEN.median, HIDDEN.sigma), HIDDEN.maxSeconds) : 0;

export const timeOnPage = (kind: StepKind, leaving: Leaving, random: Random): TimeOnPage => {
  const visibleSeconds = roundToMs(visible(kind, leaving, random));
  return { visibleSeconds, totalSeconds: roundToMs(visibleSeconds + hidden(random)) };
};
