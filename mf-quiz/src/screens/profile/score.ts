export const SCORE_STEP = 2;
export const SCORE_TICK_MS = 20;

/** The counter's number `elapsedMs` after its start: up by 2 every 20 ms, until the score. */
export const countAt = (elapsedMs: number, score: number): number =>
  Math.min(score, SCORE_STEP * Math.floor(elapsedMs / SCORE_TICK_MS));

/** Milliseconds until the counter stands at the score. */
export const countingMs = (score: number): number => Math.ceil(score / SCORE_STEP) * SCORE_TICK_MS;
