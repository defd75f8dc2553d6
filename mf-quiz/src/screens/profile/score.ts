import { useElapsed } from '../../time/elapsed.ts';

const SCORE_STEP = 2;
const SCORE_TICK_MS = 20;

/** The counter's number `elapsedMs` after its start: up by 2 every 20 ms, until the score. */
export const countAt = (elapsedMs: number, score: number): number =>
  Math.min(score, SCORE_STEP * Math.floor(elapsedMs / SCORE_TICK_MS));

/** Milliseconds until the counter stands at the score. */
export const countingMs = (score: number): number => Math.ceil(score / SCORE_STEP) * SCORE_TICK_MS;

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The counter's number now. The served HTML, and a visitor who wants no motion, see the score itself. */
export function useCount(score: number): number {
  const elapsed = useElapsed(SCORE_TICK_MS, countingMs(score), prefersStillness);
  return elapsed === null ? score : countAt(elapsed, score);
}
