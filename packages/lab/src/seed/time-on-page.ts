import { DWELL, HIDDEN, LINGER } from './distributions.ts';
import type { StepKind } from '@course/test-kit/product-flow';
import type { Random } from '@course/test-kit/seeded-random';

/** How somebody leaves a page: for the next one, with a payment for the next one, or for good. */
export type Leaving = 'on' | 'paying' | 'away';

export interface TimeOnPage {
  /** In seconds, in whole ms. */
  readonly visibleSeconds: number;
  /** With hidden tabs: at least as much. */
  readonly totalSeconds: number;
}

const inMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** 1 for nearly everybody. */
const forgotten = (random: Random): number =>
  random.chance(LINGER.forgottenShare) ? (1 - random.next()) ** (-1 / LINGER.forgottenShape) : 1;

const visible = (kind: StepKind, leaving: Leaving, random: Random): number => {
  const { median, sigma } = DWELL[kind];
  const dwell = random.logNormal(median, sigma) * (leaving === 'away' ? LINGER.leavingFactor : 1) * forgotten(random);
  const paying = leaving === 'paying' ? random.logNormal(LINGER.paying.median, LINGER.paying.sigma) : 0;
  return Math.min(dwell + paying, LINGER.mostSeconds);
};

const hidden = (random: Random): number =>
  random.chance(HIDDEN.share) ? Math.min(random.logNormal(HIDDEN.median, HIDDEN.sigma), HIDDEN.mostSeconds) : 0;

export const timeOnPage = (kind: StepKind, leaving: Leaving, random: Random): TimeOnPage => {
  const visibleSeconds = inMs(visible(kind, leaving, random));
  return { visibleSeconds, totalSeconds: inMs(visibleSeconds + hidden(random)) };
};
