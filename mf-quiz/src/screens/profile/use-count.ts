import { useElapsed } from '../../time/use-elapsed.ts';
import { countAt, countingMs, SCORE_TICK_MS } from './score.ts';

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The counter's number now. The served HTML, and a visitor who wants no motion, see the score itself. */
export function useCount(score: number): number {
  const elapsed = useElapsed(SCORE_TICK_MS, countingMs(score), prefersStillness);
  return elapsed === null ? score : countAt(elapsed, score);
}
